import { t } from '@lingui/core/macro';
import { ACCOUNT_PAGES, sectionsFor } from '../layout/navigation';
import type { Role } from '../layout/page-roles';
import { formatNewCommand, newRecordsOf, type NewKind } from '../layout/new-menu';
import { settingsFor } from '../settings/settings-pages';

/** An entry of the palette: opens a page, or the dialog for a new record. */
export interface Command {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly path?: string;
  readonly create?: NewKind;
  readonly words?: string;
}

const commandsOf = (role: Role): readonly Command[] => [
  ...sectionsFor(role).flatMap(({ title, links }) =>
    links.map(({ label, path, words }) => ({ key: path, label, detail: title, path, words })),
  ),
  ...settingsFor(role).flatMap(({ pages }) =>
    pages
      .filter(({ path }) => path.startsWith('/settings/'))
      .map(({ label, path, about }) => ({ key: path, label, detail: t`Settings`, path, words: about })),
  ),
  ...ACCOUNT_PAGES.map(({ label, path }) => ({ key: path, label, detail: t`Account`, path })),
  ...newRecordsOf(role).map((kind) => ({
    key: `new/${kind}`,
    label: formatNewCommand(kind),
    detail: t`Create`,
    create: kind,
  })),
];

/** The commands of a role whose words begin with the words of a text; all without a text. */
export const findCommands = (role: Role, text: string): readonly Command[] => {
  const searched = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commandsOf(role).filter(({ label, words = '' }) => {
    const own = `${label} ${words}`.toLowerCase().split(/\s+/);
    return searched.every((word) => own.some((one) => one.startsWith(word)));
  });
};
