import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useSession } from '../session/session';
import { mayOpen, type Role } from './page-roles';

/** A dialog for a new record, in a file of its own, which loads when it is first opened. */
type Dialog = ComponentType<{ onClose(): void }>;

const DIALOGS = {
  Person: lazy(() => import('../people/new-person')),
  Deal: lazy(() => import('../deals/new-deal')),
  Task: lazy(() => import('../tasks/new-task')),
} satisfies Readonly<Record<string, Dialog>>;

/** A kind of records that can be created from every page. */
export type NewKind = keyof typeof DIALOGS;

/** What the menu and the palette call a kind. */
const LABELS: Readonly<Record<NewKind, { readonly noun: string; readonly command: string }>> = {
  Person: { noun: t`Person`, command: t`New person` },
  Deal: { noun: t`Deal`, command: t`New deal` },
  Task: { noun: t`Task`, command: t`New task` },
};

/** The words of the palette for a new record of a kind. */
export const formatNewCommand = (kind: NewKind): string => LABELS[kind].command;

/** The page that lists the records of a kind, if only some roles may open it. */
const PAGES: Readonly<Partial<Record<NewKind, string>>> = { Deal: '/deals' };

/** The records that a role can create from every page. */
export const newRecordsOf = (role: Role): readonly NewKind[] =>
  (Object.keys(DIALOGS) as NewKind[]).filter((kind) => mayOpen(role, PAGES[kind] ?? ''));

/** The dialog for a new record of a kind, for the menu and the palette. */
export const NewRecord = ({ kind, onClose }: { readonly kind: NewKind; readonly onClose: () => void }) => {
  const Content = DIALOGS[kind];
  return (
    <Suspense>
      <Content onClose={onClose} />
    </Suspense>
  );
};

/** The button that creates records from every page. */
export const NewMenu = () => {
  const { role } = useSession().user;
  const [kind, setKind] = useState<NewKind>();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
            <Trans>New</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {newRecordsOf(role).map((name) => (
            <Menu.Item key={name} aria-haspopup="dialog" onClick={() => setKind(name)}>
              {LABELS[name].noun}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {kind !== undefined && <NewRecord kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
};
