/** A file that a component sends. */
export interface SentFile {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | FormData;
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
    private readonly headers: Record<string, string> = {};
    private target = { method: '', url: '' };
    open(method: string, url: string): void {
      this.target = { method, url };
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    abort(): void {
      this.onabort?.();
    }
    send(body: Blob | FormData): void {
      sent.push({
        ...this.target,
        headers: this.headers,
        body,
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
