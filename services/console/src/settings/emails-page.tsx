import { t } from '@lingui/core/macro';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { MailSettings } from './mail-settings';
import { SenderDomain } from './sender-domain';

/** The sender of emails to contacts and the postal address below them. */
export default function EmailsPage() {
  return (
    <PageFrame title={t`Email sender`} about={t`How emails of templates, plans and campaigns look to your contacts.`}>
      <Section title={t`Sender`}>
        <SenderDomain />
      </Section>
      <Section title={t`Footer`}>
        <MailSettings />
      </Section>
    </PageFrame>
  );
}
