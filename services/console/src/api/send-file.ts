import { t } from '@lingui/core/macro';
import { PorchlightError } from '@porchlight/sdk';

/** Longest time of a transfer, ms: 100 MB at 1 Mbit/s. */
const TRANSFER_MS = 900_000;

/** How a transfer is followed and ended. */
export interface Transfer {
  readonly signal: AbortSignal;
  /** Called with the part of the content that was sent, 0 to 1. */
  onProgress(part: number): void;
}

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const createError = (status: number, body: unknown): PorchlightError => {
  const { errorMessage, errorCode } = (body ?? {}) as { errorMessage?: string; errorCode?: string };
  return new PorchlightError(errorMessage ?? t`The server returned status ${status}.`, {
    reason: errorCode ?? `HTTP_${status}`,
    status,
    body,
  });
};

/** Sends a file to the address of its upload, and reports how much was sent, which `fetch` does not. */
export const sendFile = (url: string, file: Blob, { signal, onProgress }: Transfer): Promise<void> => {
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => () => reject(new PorchlightError(reason, { reason }));
    request.open('PUT', url);
    request.timeout = TRANSFER_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(createError(request.status, parseBody(request.responseText)));
    };
    request.onerror = fail('NETWORK');
    request.ontimeout = fail('TIMEOUT');
    request.onabort = fail('ABORTED');
    signal.addEventListener('abort', abort, { once: true });
    request.send(file);
  }).finally(() => signal.removeEventListener('abort', abort));
};
