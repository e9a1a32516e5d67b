import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { usePersonNames } from '../plans/use-person-names';

type Conversation = Pick<Schemas['Conversation'], 'id' | 'participants' | 'personId'>;

/** With whom conversations are: the participants that the inbox app names, else the person. */
export const useConversationTitles = (conversations: readonly Conversation[]): ((one: Conversation) => string) => {
  const nameOf = usePersonNames(
    conversations.flatMap(({ participants, personId }) => (participants?.length || !personId ? [] : [personId])),
  );
  return ({ id, participants, personId }) => {
    if (participants?.length) return participants.map(({ name }) => name).join(', ');
    return personId ? nameOf(personId) : t`Conversation ${id}`;
  };
};
