import { useState } from 'react';
import { useDraft } from './use-draft';

const parse = <T extends object>(text: string): Partial<T> => {
  try {
    return (JSON.parse(text || '{}') as Partial<T> | null) ?? {};
  } catch {
    return {};
  }
};

/** A value that is a draft of the tab until `clear`: it survives a reload and the end of the session (U6). */
export const useDraftValue = <T extends object>(record: string, initial: T) => {
  const { read, write } = useDraft(record);
  const [value, setValue] = useState<T>(() => ({ ...initial, ...parse<T>(read()) }));
  const set = (change: Partial<T>): void => {
    const next = { ...value, ...change };
    setValue(next);
    write(JSON.stringify(next));
  };
  /** Ends the draft: the value is stored. */
  const clear = (stored: T): void => {
    setValue(stored);
    write('');
  };
  return { value, set, clear };
};
