import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useSession } from '../session/session';
import { mayOpen, type Role } from './page-roles';

/** A dialog for a new record, in a file of its own, which loads when it is first opened. */
type Dialog = ComponentType<{ onClose(): void }>;

const DIALOGS: Readonly<Record<string, Dialog>> = {
  Person: lazy(() => import('../people/new-person')),
  Deal: lazy(() => import('../deals/new-deal')),
  Task: lazy(() => import('../tasks/new-task')),
};

/** The page that lists the records of a kind, if only some roles may open it. */
const PAGES: Readonly<Record<string, string>> = { Deal: '/deals' };

/** The records that a role can create from every page. */
export const newRecordsOf = (role: Role): readonly string[] =>
  Object.keys(DIALOGS).filter((kind) => mayOpen(role, PAGES[kind] ?? ''));

/** The dialog for a new record of a kind, for the menu and the palette. */
export const NewRecord = ({ kind, onClose }: { readonly kind: string; readonly onClose: () => void }) => {
  const Content = DIALOGS[kind];
  return <Suspense>{Content && <Content onClose={onClose} />}</Suspense>;
};

/** The button that creates records from every page. */
export const NewMenu = () => {
  const { role } = useSession().user;
  const [kind, setKind] = useState<string>();
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
            <Menu.Item key={name} onClick={() => setKind(name)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {kind !== undefined && <NewRecord kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
};
