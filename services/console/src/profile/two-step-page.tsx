import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, List, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useClipboard } from '@mantine/hooks';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { BusyButton } from '../components/busy-button';
import { DialogButton } from '../components/dialog-button';
import { ErrorAlert } from '../components/error-alert';
import { Form } from '../components/form';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { downloadText } from '../components/download-text';
import { useKeepFocus } from '../components/use-keep-focus';
import { required } from '../components/validators';
import { ProofDialog } from '../session/proof-dialog';
import { useChangeWithProof, useSecondFactor } from '../session/second-factor';

interface Setup {
  readonly secret: string;
  readonly uri: string;
}

const PATH = '/session/secondFactor';

/** Two-step sign-in: turn it on with an authenticator app, save the recovery codes, turn it off. */
export default function TwoStepPage() {
  const factor = useSecondFactor();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const keepFocus = useKeepFocus();
  const finish = (recoveryCodes: readonly string[]): void => {
    setSetup(undefined);
    setCodes(recoveryCodes);
  };
  return (
    <PageFrame
      title={t`Two-step sign-in`}
      about={t`Signing in requires your password and a code from an app on your phone. This protects your account if another person learns your password.`}
    >
      <Stack gap="md" {...keepFocus}>
        {codes && <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />}
        {setup && <SetUp setup={setup} confirmed={finish} cancel={() => setSetup(undefined)} />}
        <QueryResult query={factor} what={t`your settings`}>
          {({ enabled, recoveryCodesLeft }) => {
            if (setup || codes) return null;
            return enabled ? <TurnOff left={recoveryCodesLeft} /> : <TurnOn onStarted={setSetup} />;
          }}
        </QueryResult>
      </Stack>
    </PageFrame>
  );
}

const TurnOn = ({ onStarted }: { onStarted(setup: Setup): void }) => (
  <Stack align="flex-start">
    <Text>
      <Trans>Two-step sign-in is off.</Trans>
    </Text>
    <DialogButton label={t`Turn on two-step sign-in`}>
      {(close) => (
        <ProofDialog<Setup>
          title={t`Turn on two-step sign-in`}
          label={t`Continue`}
          description={t`You need an authenticator app on your phone.`}
          path={PATH}
          onClose={close}
          onSuccess={onStarted}
        />
      )}
    </DialogButton>
  </Stack>
);

interface SetUpProps {
  readonly setup: Setup;
  confirmed(recoveryCodes: readonly string[]): void;
  cancel(): void;
}

const SetUp = ({ setup: { secret, uri }, confirmed, cancel }: SetUpProps) => {
  const confirm = useChangeWithProof<{ code: string }, { recoveryCodes: string[] }>(`${PATH}/confirm`);
  const form = useForm({ initialValues: { code: '' }, validate: { code: required(t`the code from the app`) } });
  return (
    <Paper withBorder p="lg" maw="36rem">
      <Form
        onSubmit={form.onSubmit(({ code }) =>
          confirm.mutate({ code: code.trim() }, { onSuccess: ({ recoveryCodes }) => confirmed(recoveryCodes) }),
        )}
      >
        <Text>
          <Trans>Scan this code with your authenticator app.</Trans>
        </Text>
        <QRCodeSVG value={uri} size={200} marginSize={2} title={t`Code to scan with an authenticator app`} role="img" />
        <Text>
          <Trans>
            Or enter this key: <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </Trans>
        </Text>
        <TextInput
          label={t`Code from the app`}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maw="16rem"
          {...form.getInputProps('code')}
        />
        <ErrorAlert error={confirm.error} />
        <Group>
          <BusyButton type="submit" busy={confirm.isPending}>
            <Trans>Confirm code</Trans>
          </BusyButton>
          <Button variant="default" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Form>
    </Paper>
  );
};

const RecoveryCodes = ({ codes, done }: { readonly codes: readonly string[]; done(): void }) => {
  const { copied, copy, error } = useClipboard({ timeout: 4_000 });
  const text = codes.join('\n');
  return (
    <Paper withBorder p="lg" maw="36rem">
      <Stack>
        <Alert color="yellow" variant="light" title={t`Save your recovery codes`}>
          <Trans>Each code signs you in once if you do not have your phone. They are shown only once.</Trans>
        </Alert>
        <List listStyleType="none" aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <List.Item key={code}>
              <code>{code}</code>
            </List.Item>
          ))}
        </List>
        <Group>
          <Button variant="default" onClick={() => copy(text)}>
            <Trans>Copy recovery codes</Trans>
          </Button>
          <Button variant="default" onClick={() => downloadText('porchlight-recovery-codes.txt', `${text}\n`)}>
            <Trans>Download recovery codes</Trans>
          </Button>
          <Button onClick={done}>
            <Trans>I saved the codes</Trans>
          </Button>
          <Text size="sm" role="status">
            {error ? t`Could not copy. Select the text and copy it.` : copied ? t`Copied.` : ''}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
};

const TurnOff = ({ left }: { readonly left: number }) => (
  <Stack align="flex-start">
    <Text>
      <Trans>
        Two-step sign-in is on. <Plural value={left} one="# recovery code is" other="# recovery codes are" /> left. Turn
        it off and on again to get new codes.
      </Trans>
    </Text>
    <DialogButton label={t`Turn off two-step sign-in`} variant="outline" color="red">
      {(close) => (
        <ProofDialog
          title={t`Turn off two-step sign-in`}
          label={t`Turn off two-step sign-in`}
          description={t`Signing in will require only your password. Your recovery codes stop working.`}
          path={`${PATH}/disable`}
          onClose={close}
        />
      )}
    </DialogButton>
  </Stack>
);
