import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { CONSOLE_SYSTEM } from '../webhooks/console-system';
import { AccountSettings } from './account-settings';
import { DeleteSystem } from './delete-system';
import { RegisterSystem, type SystemPair } from './register-system';
import { UnregisteredSystems, type RegisteredSystem } from './unregistered-systems';

/** The system of the console: built in, without a key. */
const BUILT_IN: RegisteredSystem = {
  id: 0,
  name: CONSOLE_SYSTEM,
  created: null,
  signatureHeaders: [],
  lastUsed: null,
  disabled: false,
};

/** Systems: registered and unregistered ones, their keys, and how requests of other software are handled. */
export default function SystemsPage() {
  const systems = useRecord(['systems'], (options) => porchlight.systems.list(undefined, options));
  const [secretDialog, showSecrets] = useSecretDialog(t`Credentials of the system`);
  const showPair = ({ name, key }: SystemPair): void => showSecrets({ 'X-System': name, 'X-System-Key': key });
  return (
    <PageFrame
      title={t`Systems`}
      about={
        <>
          <Trans>
            A program that sends leads identifies its system with the headers <code>X-System</code> and{' '}
            <code>X-System-Key</code>, in addition to the API key of a user.
          </Trans>
        </>
      }
      actions={
        <DialogButton label={t`Register system`}>
          {(close) => <RegisterSystem close={close} show={showPair} />}
        </DialogButton>
      }
    >
      <DataTable
        caption={t`Systems`}
        list={fromQuery(systems, (data) => [...data.systems, BUILT_IN])}
        empty={t`No systems yet. Register one for each program or website that uses the API.`}
        columns={[
          { title: t`Name`, show: ({ id, name }) => (id === 0 ? name : <Link to={`/systems/${id}`}>{name}</Link>) },
          {
            title: t`Registered`,
            show: ({ id, created }) => (id === 0 ? t`Built in` : <DateTime at={created} />),
          },
          { title: t`Last used`, show: ({ id, lastUsed }) => id !== 0 && <DateTime at={lastUsed} /> },
          {
            title: t`Status`,
            whole: true,
            plain: true,
            show: ({ disabled }) => <StatusBadge status={disabled ? 'Disabled' : 'Active'} />,
          },
          { title: t`Signature headers`, show: ({ signatureHeaders }) => signatureHeaders?.join(', ') },
        ]}
        actions={(system) => system.id !== 0 && <SystemButtons system={system} show={showPair} />}
      />
      <Link to="/systems/none">
        <Trans>Ignored fields of requests without a system</Trans>
      </Link>
      {systems.data && <UnregisteredSystems registered={systems.data.systems} show={showPair} />}
      <AccountSettings />
      {secretDialog}
    </PageFrame>
  );
}

interface SystemButtonsProps {
  readonly system: RegisteredSystem;
  show(pair: SystemPair): void;
}

const SystemButtons = ({ system: { id = 0, name = '', disabled = false }, show }: SystemButtonsProps) => (
  <ButtonRow>
    <ChangeButton
      label={disabled ? t`Enable` : t`Disable`}
      name={disabled ? t`Enable ${name}` : t`Disable ${name}`}
      act={() => porchlight.systems.update(id, { disabled: !disabled })}
      subjects={['systems']}
    />
    <RotateKey name={name} show={show} />
    <DeleteSystem id={id} name={name} />
  </ButtonRow>
);

const RotateKey = ({ name, show }: { readonly name: string; show(pair: SystemPair): void }) => (
  <ConfirmButton
    label={t`Rotate key`}
    name={t`Rotate key of ${name}`}
    title={t`Rotate key of ${name}?`}
    harmless
    description={t`The system gets a new key. The old key stays valid for 24 hours, so that you can install the new one.`}
    act={() => porchlight.systems.rotateKey({ name })}
    subjects={['systems']}
    onSuccess={show}
  />
);
