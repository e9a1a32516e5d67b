import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ChangeButton } from '../components/change-button';
import { QueryResult } from '../components/loading';
import { PersonPicker } from '../components/person-picker';
import type { MergedTemplate, TemplateKind } from './template-kinds';
import { UNSUBSCRIBE_FIELD } from './merge-fields';
import styles from './template-page.module.css';

interface Props {
  readonly kind: TemplateKind;
  readonly id: number;
  /** The stored text; it decides where the unsubscribe link is. */
  readonly text: string;
  /** The form has changes that are not saved: the preview shows the saved template. */
  readonly isChanged: boolean;
}

/** What a real person would get. */
export const TemplatePreview = ({ kind, id, text, isChanged }: Props) => {
  const [personId, setPersonId] = useState('');
  return (
    <Card title={t`Preview`}>
      <Stack gap="sm">
        <PersonPicker label={t`For person`} value={personId} onChange={setPersonId} />
        {isChanged && (
          <Text size="sm" c="dimmed">
            <Trans>The preview shows the saved template. Save to see your changes.</Trans>
          </Text>
        )}
        {personId === '' ? (
          <Text c="dimmed">
            <Trans>Choose a person to see the merge fields filled in.</Trans>
          </Text>
        ) : (
          <Merged kind={kind} id={id} personId={Number(personId)} />
        )}
        {kind.isEmail && (
          <div>
            <ChangeButton
              key={personId}
              label={t`Send test email to me`}
              act={() => porchlight.templates.sendTest(id, personId === '' ? {} : { personId: Number(personId) })}
              subjects={[]}
              done={({ sentTo }) => t`Sent to ${sentTo ?? ''}.`}
            />
          </div>
        )}
        {kind.isEmail && (
          <Text size="sm" c="dimmed">
            {text.includes(UNSUBSCRIBE_FIELD)
              ? t`The unsubscribe link is where you placed it. The postal address of the account follows the text.`
              : t`The postal address of the account and an unsubscribe link follow the text.`}
          </Text>
        )}
      </Stack>
    </Card>
  );
};

const Merged = ({
  kind,
  id,
  personId,
}: {
  readonly kind: TemplateKind;
  readonly id: number;
  readonly personId: number;
}) => {
  const merged = useRecord([kind.subject, id, 'merged', personId], (options) => kind.merge(id, personId, options));
  return (
    <QueryResult query={merged} what={t`the preview`}>
      {(data) => (kind.isEmail ? <EmailPreview merged={data} /> : <p className={styles.message}>{data.text}</p>)}
    </QueryResult>
  );
};

/** The page without scripts, forms and access to the console. */
const EmailPreview = ({ merged: { subject, text } }: { readonly merged: MergedTemplate }) => (
  <div>
    <Text fw={600}>{subject}</Text>
    <iframe title={t`Email`} sandbox="" srcDoc={text} className={styles.email} />
  </div>
);
