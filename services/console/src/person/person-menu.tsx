import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { downloadText } from '../components/download-text';
import { useAnnounce } from '../components/announcements';
import { describeError } from '../api/describe-error';
import { usePermissions } from '../session/session';
import { Text } from '@mantine/core';
import { MergePerson } from './merge-person';

type Person = Schemas['Person'];
type Dialog = 'merge' | 'delete' | 'erase';

/** What is seldom needed: merge, export, delete, erase. */
export const PersonMenu = ({ person }: { readonly person: Person }) => {
  const { isAdmin, seesDeals } = usePermissions();
  const [dialog, setDialog] = useState<Dialog>();
  const announce = useAnnounce();
  const close = (): void => setDialog(undefined);
  const exportPerson = useChange(() => porchlight.people.export(person.id));
  const download = (): void =>
    exportPerson.mutate(undefined, {
      onSuccess: (data) => downloadText(`person-${person.id}.json`, JSON.stringify(data, undefined, 2)),
      onError: (error) => announce({ text: describeError(error) }),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t`More actions`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isAdmin && (
            <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('merge')}>
              <Trans>Merge with another person</Trans>
            </Menu.Item>
          )}
          {isAdmin && (
            <Menu.Item onClick={download}>
              <Trans>Export data of this person</Trans>
            </Menu.Item>
          )}
          {/* The API lets all but lenders delete. */}
          {seesDeals && (
            <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('delete')}>
              <Trans>Delete person</Trans>
            </Menu.Item>
          )}
          {isAdmin && (
            <Menu.Item aria-haspopup="dialog" onClick={() => setDialog('erase')}>
              <Trans>Erase person</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'merge' && <MergePerson person={person} onClose={close} />}
      {dialog === 'delete' && (
        <RemoveDialog
          title={t`Delete ${person.name ?? ''}?`}
          label={t`Delete person`}
          description={t`The person is moved to the trash, and open plans stop.`}
          act={() => porchlight.people.delete(person.id)}
          onClose={close}
        />
      )}
      {dialog === 'erase' && (
        <RemoveDialog
          title={t`Erase ${person.name ?? ''}?`}
          label={t`Erase person`}
          description={t`The person and all notes, calls, texts, tasks and events are removed for ever, from all services. This cannot be undone. Use it when the person asks for erasure of their data.`}
          act={() => porchlight.people.erase(person.id)}
          onClose={close}
        />
      )}
    </>
  );
};

interface RemoveProps {
  readonly title: string;
  readonly label: string;
  readonly description: string;
  act(): PromiseLike<unknown>;
  onClose(): void;
}

const RemoveDialog = ({ title, label, description, act, onClose }: RemoveProps) => {
  const navigate = useNavigate();
  const change = useChange<Record<string, unknown>, unknown>(act, 'people', 'tasks');
  return (
    <FormDialog
      title={title}
      label={label}
      color="red"
      initialValues={{}}
      change={change}
      onClose={onClose}
      onSuccess={() => void navigate('/people', { replace: true })}
    >
      {() => <Text>{description}</Text>}
    </FormDialog>
  );
};
