import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { describeError } from '../api/describe-error';
import { useAnnounce } from './announcements';
import { MAX_EXPORTED, readRows, toCsv, type CsvColumn } from './csv';
import { downloadText } from './download-text';
import { formatCount } from './format-count';

/** What a file contains. */
export interface CsvExport<T> {
  /** The name of the file without its ending: `people`. */
  readonly file: string;
  readonly columns: readonly CsvColumn<T>[];
  list(): AsyncIterable<T>;
}

/** Saves a list as a CSV file, and says at the bottom of the window how far it is. */
export const useExport = <T>({ file, columns, list }: CsvExport<T>): { readonly busy: boolean; run(): void } => {
  const announce = useAnnounce();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    announce({ text: t`Exporting …` });
    try {
      const rows = await readRows(list(), (read) =>
        announce({ text: plural(read, { one: 'Exporting: # row …', other: 'Exporting: # rows …' }) }),
      );
      downloadText(`${file}.csv`, toCsv(columns, rows));
      const limit = rows.length === MAX_EXPORTED ? t`These are the first ${formatCount(MAX_EXPORTED)}.` : '';
      const done = t`Exported ${plural(rows.length, { one: '# row', other: '# rows' })} to ${file}.csv.`;
      announce({ text: [done, limit].filter(Boolean).join(' ') });
    } catch (error) {
      announce({ text: t`Not exported. ${describeError(error)}` });
    }
    setBusy(false);
  };
  return { busy, run: () => void save() };
};
