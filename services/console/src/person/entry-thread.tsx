import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { porchlight } from '../api/porchlight';
import { ConfirmDialog } from '../components/confirm-button';
import { RelativeTime } from '../components/relative-time';
import { TextForm } from '../components/text-form';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';
import { EditReply } from './edit-entry';
import { Reactions } from './reactions';
import styles from './thread.module.css';
import type { Reply, Threads } from './use-threads';

interface Props {
  readonly refType: 'Note' | 'Call';
  readonly id: number;
  /** The name of the user who wrote the record, for screen readers. */
  readonly author: string;
  readonly threads: Threads;
}

/** What screen readers read of a thread. */
const describeThread = (refType: 'Note' | 'Call', author: string) =>
  refType === 'Note'
    ? {
        react: t`React to note of ${author}`,
        reply: t`Reply to note of ${author}`,
        replies: t`Replies to note of ${author}`,
      }
    : {
        react: t`React to call of ${author}`,
        reply: t`Reply to call of ${author}`,
        replies: t`Replies to call of ${author}`,
      };

/** Reactions and replies of a note or call, and a field for a reply. */
export const EntryThread = ({ refType, id, author, threads }: Props) => {
  const [replying, setReplying] = useState(false);
  const replies = threads.repliesTo(refType, id);
  const labels = describeThread(refType, author);
  return (
    <>
      <div className={styles.bar}>
        <Reactions refType={refType} id={id} label={labels.react} reactions={threads.reactionsTo(refType, id)} />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={replying}
          aria-label={labels.reply}
          onClick={() => setReplying(!replying)}
        >
          <Trans>Reply</Trans>
        </Button>
      </div>
      {replies.length > 0 && (
        <ol className={styles.replies} aria-label={labels.replies}>
          {replies.map((reply) => (
            <ReplyItem key={reply.id} reply={reply} threads={threads} />
          ))}
        </ol>
      )}
      {replying && (
        <TextForm
          label={labels.reply}
          verb={t`Reply`}
          what={t`a reply`}
          draft={`threadedReply/${refType}${id}`}
          send={async (body) => {
            await porchlight.threadedReplies.create({ refType, refId: id, body });
            setReplying(false);
          }}
          subjects={['threadedReplies']}
          done={t`Reply added.`}
          autoFocus
        />
      )}
    </>
  );
};

const ReplyItem = ({ reply, threads }: { readonly reply: Reply; readonly threads: Threads }) => {
  const { user } = useSession();
  const { users } = useUsers();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const author = users.find(({ id }) => id === reply.createdById)?.name ?? t`A colleague`;
  return (
    <li>
      <Text size="xs" c="dimmed">
        {author} · <RelativeTime at={reply.created} />
      </Text>
      <Text className={styles.text}>{reply.body}</Text>
      <div className={styles.bar}>
        <Reactions
          refType="ThreadedReply"
          id={reply.id}
          label={t`React to reply of ${author}`}
          reactions={threads.reactionsTo('ThreadedReply', reply.id)}
        />
        {reply.createdById === user.id && (
          <>
            <ReplyButton label={t`Edit`} name={t`Edit reply of ${author}`} onClick={() => setDialog('edit')} />
            <ReplyButton label={t`Delete`} name={t`Delete reply of ${author}`} onClick={() => setDialog('delete')} />
          </>
        )}
      </div>
      {dialog === 'edit' && <EditReply id={reply.id} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          confirm={t`Delete`}
          title={t`Delete this reply?`}
          description={t`The reply and its reactions are removed.`}
          act={() => porchlight.threadedReplies.delete(reply.id)}
          subjects={['threadedReplies']}
          close={close}
        />
      )}
    </li>
  );
};

interface ButtonProps {
  readonly label: string;
  /** For screen readers. */
  readonly name: string;
  onClick(): void;
}

const ReplyButton = ({ label, name, onClick }: ButtonProps) => (
  <Button size="compact-sm" variant="subtle" color="gray" aria-label={name} aria-haspopup="dialog" onClick={onClick}>
    {label}
  </Button>
);
