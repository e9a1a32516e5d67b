/** A file that a component sends. */
export interface SentFile {
  readonly method: string;
  readonly url: string;
  progress(loaded: number, total: number): void;
  respond(status: number, body: object): void;
  fail(): void;
}

/** Replaces the transfer of files: the test reports progress and responds. Returns the files in their order. */
export const fakeTransfers = (): SentFile[] => {
  const sent: SentFile[] = [];
  class FakeRequest {
    status = 0;
    responseText = '';
    timeout = 0;
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private target = { method: '', url: '' };
    open(method: string, url: string): void {
      this.target = { method, url };
    }
    abort(): void {
      this.onabort?.();
    }
    send(): void {
      sent.push({
        ...this.target,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        respond: (status, answer) => {
          this.status = status;
          this.responseText = JSON.stringify(answer);
          this.onload?.();
        },
        fail: () => this.onerror?.(),
      });
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  return sent;
};
