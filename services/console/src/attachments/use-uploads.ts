import { PorchlightError } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AttachmentStore } from './attachment-store';

/** Files of one choice; more are refused. */
export const MAX_FILES = 20;

/** A file that is being sent, or waits, or was refused. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly controller: AbortController;
  /** The part that was sent, 0 to 1. */
  readonly part: number;
  readonly error?: unknown;
}

/** The files that are being sent, and functions that add, repeat and end them. */
interface Uploads {
  readonly uploads: readonly Upload[];
  add(files: readonly File[]): void;
  retry(upload: Upload): void;
  /** Ends the transfer, or removes the error. */
  remove(upload: Upload): void;
}

const isAbort = (error: unknown): boolean => error instanceof PorchlightError && error.reason === 'ABORTED';

/** Sends files one after the other: the service receives few at a time. A failed file stays until it is removed. */
export const useUploads = ({ subject, upload: send }: Pick<AttachmentStore, 'subject' | 'upload'>): Uploads => {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const nextKey = useRef(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const change = (key: number, next: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)));
  const drop = (key: number): void => setUploads((all) => all.filter((one) => one.key !== key));
  const run = async ({ key, file, controller: { signal } }: Upload): Promise<void> => {
    if (signal.aborted) return;
    try {
      await send(file, { signal, onProgress: (part) => change(key, { part }) });
      drop(key);
      void queries.invalidateQueries({ queryKey: [subject] });
    } catch (error) {
      if (isAbort(error)) drop(key);
      else change(key, { error });
    }
  };
  const enqueue = (upload: Upload): void => {
    last.current = last.current.then(() => run(upload));
  };
  return {
    uploads,
    add: (files) => {
      const added = files.slice(0, MAX_FILES).map((file): Upload => {
        nextKey.current += 1;
        return { key: nextKey.current, file, controller: new AbortController(), part: 0 };
      });
      setUploads((all) => [...all, ...added]);
      added.forEach(enqueue);
    },
    retry: (upload) => {
      change(upload.key, { part: 0, error: undefined });
      enqueue(upload);
    },
    remove: ({ key, controller }) => {
      controller.abort();
      drop(key);
    },
  };
};
