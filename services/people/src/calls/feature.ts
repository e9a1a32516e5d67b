import { calls as descriptor, PhoneCall } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { withResponses } from '../responses';
import { defineFeature } from '../service';
import { callActivity } from './call-activity';
import type { CallDocument } from './call-document';

/** The store of calls. */
export type Calls = ResourceStore<PhoneCall, CallDocument>;

/** Phone calls with people. */
export const calls = defineFeature({
  name: 'calls',
  needs: { records },
  open: ({ store, records: opened }): Calls =>
    opened.open<PhoneCall, CallDocument>({
      descriptor,
      activity: callActivity,
      extend: withResponses(store, 'Call'),
      encodeRecord: ({ id, version, personId, isIncoming }) =>
        PhoneCall.encode({ id, version, personId, isIncoming }).finish(),
    }),
});
