import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { MailSettings } from './mail-settings';
import { SenderDomain } from './sender-domain';

/** The sender of emails to contacts and the postal address below them. */
export default function EmailsPage() {
  return (
    <PageFrame title="Email sender" about="How emails of templates, plans and campaigns look to your contacts.">
      <Section title="Sender">
        <SenderDomain />
      </Section>
      <Section title="Footer">
        <MailSettings />
      </Section>
    </PageFrame>
  );
}
