import { useContext } from 'react';
import { SessionContext, useSession } from './session';
import { readDraft, writeDraft } from './stored-drafts';

/** Text that was not sent yet. It outlives the page and the session of the user, in this tab of the browser. */
interface Draft {
  read(): string;
  write(text: string): void;
}

/** The draft of the signed-in user for a record, such as `note/7`. */
export const useDraft = (record: string): Draft => {
  const { user, account } = useSession();
  const key = `${account.id}/${user.id}/${record}`;
  return { read: () => readDraft(key), write: (text) => writeDraft(key, text) };
};

/** The key of a draft that a form may have; undefined without a draft or without a signed-in user. */
export const useDraftKey = (record: string | undefined): string | undefined => {
  const session = useContext(SessionContext);
  return record === undefined || session === undefined
    ? undefined
    : `${session.account.id}/${session.user.id}/${record}`;
};
