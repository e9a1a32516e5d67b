import type { PeopleImport } from '@porchlight/contracts';
import { UNDO_MS, type PeopleImportDocument } from './people-imports';

/** An import as callers receive it. */
export const renderImport = (document: PeopleImportDocument): PeopleImport => {
  const {
    id,
    status,
    rows,
    done,
    made,
    updated,
    failed,
    skipped = 0,
    existing = 'fill',
    columns = [],
    undo,
  } = document;
  return {
    id,
    status,
    rows,
    done,
    created: made,
    updated,
    failed,
    skipped,
    existing,
    columns: columns.map((column) => ({ ...column, samples: [] })),
    problems: document.problems.map(({ row, message, line = 0, column = '', imported = false }) => ({
      row,
      message,
      line,
      column,
      imported,
    })),
    createdAt: document.created,
    undoUntil: document.ended && new Date(document.ended.getTime() + UNDO_MS),
    undo: undo && { status: undo.status, undone: undo.undone, kept: undo.kept, items: [...undo.items] },
  };
};
