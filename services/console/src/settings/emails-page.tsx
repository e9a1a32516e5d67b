import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { usePermissions } from '../session/session';
import { MailSettings } from './mail-settings';
import { SenderDomain } from './sender-domain';

/** The sender of emails to contacts and the postal address below them. */
export default function EmailsPage() {
  const { isOwner } = usePermissions();
  return (
    <PageFrame title={t`Email sender`} about={t`How emails of templates, plans and campaigns look to your contacts.`}>
      {!isOwner && (
        <Text c="dimmed">
          <Trans>Only the owner can change these.</Trans>
        </Text>
      )}
      <Section title={t`Sender`}>
        <SenderDomain />
      </Section>
      <Section title={t`Footer`}>
        <MailSettings />
      </Section>
    </PageFrame>
  );
}
