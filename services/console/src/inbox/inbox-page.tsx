import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { PageFrame } from '../components/page-frame';
import { ConversationList } from './conversation-list';
import styles from './inbox.module.css';

/** Inbox: the conversations of inbox apps, of the user and of the team (decisions section 9). */
export default function InboxPage() {
  return (
    <PageFrame title={t`Inbox`}>
      <div className={styles.panes}>
        <ConversationList />
        <Text className={styles.hint} c="dimmed">
          <Trans>Choose a conversation.</Trans>
        </Text>
      </div>
    </PageFrame>
  );
}
