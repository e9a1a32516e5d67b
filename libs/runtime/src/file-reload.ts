import { readFile } from 'node:fs/promises';
import type { Logger } from './logger';

/** Content of files by the name of their part, such as a certificate and its key. */
export type FileParts = Readonly<Record<string, string>>;

export interface FileReloadOptions<T extends FileParts> {
  /** Noun of the files' content, for events: `<subject>.reloaded` and `<subject>.rejected`. */
  readonly subject: string;
  /** Paths by part. */
  readonly files: T;
  /** The content in use at the start. */
  readonly current: T;
  /** Uses the new content, or throws if it is invalid: then the previous content stays in use. */
  readonly apply: (content: T) => void;
  readonly logger: Logger;
  /** Time between two checks of the files, ms (default 30 s). */
  readonly intervalMs?: number | undefined;
}

/** Checks files at an interval. */
export interface FileReload {
  stop(): void;
}

const CHECK_INTERVAL_MS = 30_000;

/**
 * Compares files with the content in use at an interval and applies a change. The content is compared, not the time of
 * the files: Kubernetes replaces symbolic links. Invalid content, also files of which only some are written yet,
 * changes nothing and logs a warning at each check.
 */
export const createFileReload = <T extends FileParts>(options: FileReloadOptions<T>): FileReload => {
  const { subject, files, apply, logger, intervalMs = CHECK_INTERVAL_MS } = options;
  const paths = Object.values(files);
  let current: FileParts = options.current;
  let checking = false;
  const check = async (): Promise<void> => {
    try {
      const read = async ([part, path]: [string, string]) => [part, await readFile(path, 'utf8')] as const;
      const next = Object.fromEntries(await Promise.all(Object.entries(files).map(read)));
      if (Object.keys(next).every((part) => next[part] === current[part])) return;
      apply(next as T);
      current = next;
      logger.info({ event: `${subject}.reloaded`, files: paths }, 'renewed files are in use');
    } catch (error) {
      logger.warn(
        { event: `${subject}.rejected`, files: paths, err: error },
        'renewed files are invalid: the previous content stays in use',
      );
    }
  };
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check().finally(() => (checking = false));
  }, intervalMs).unref();
  return { stop: () => clearInterval(timer) };
};

/** Reloads the file that an environment variable names; does nothing if the variable is not set (tests). */
export const followConfiguredFile = (
  variable: string,
  options: Pick<FileReloadOptions<FileParts>, 'subject' | 'logger' | 'intervalMs'> & {
    readonly current: string;
    readonly apply: (content: string) => void;
  },
): FileReload => {
  const path = process.env[variable];
  if (!path) return { stop: () => undefined };
  const { current, apply } = options;
  return createFileReload({
    ...options,
    files: { content: path },
    current: { content: current },
    apply: ({ content }) => apply(content),
  });
};
