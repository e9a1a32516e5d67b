import { TextMessage, textMessages as descriptor } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { defineFeature } from '../service';
import { textMessageActivity, type TextMessageDocument } from './text-message-activity';

/** Text messages from and to people. */
export const textMessages = defineFeature({
  name: 'text-messages',
  needs: { records },
  open: ({ records: opened }): ResourceStore<TextMessage, TextMessageDocument> =>
    opened.open<TextMessage, TextMessageDocument>({
      descriptor,
      activity: textMessageActivity,
      encodeRecord: ({ id, version, personId, isIncoming }) =>
        TextMessage.encode({ id, version, personId, isIncoming, media: [] }).finish(),
    }),
});
