import { defineService } from '@porchlight/backend';
import { appointments } from './appointments';
import { calls } from './calls';
import { configSchema } from './config';
import { consent } from './consent';
import { copies } from './copies';
import { emails } from './emails';
import { erasures } from './erasures';
import { events } from './events';
import { following } from './following';
import { imports } from './imports';
import { leads } from './leads';
import { locks } from './locks';
import { merges } from './merges';
import { migrations } from './migrations/people-migrations';
import { notes } from './notes';
import { offers } from './offers';
import { people as peopleFeature } from './people';
import { peopleRelationships } from './people-relationships';
import { personAttachments } from './person-attachments';
import { plans } from './plans';
import { profiles } from './profiles';
import { reactions } from './reactions';
import { receivedLeads } from './received-leads';
import { plainRecords, records } from './records';
import { recounts } from './recounts';
import { CONSUMERS } from './service';
import { reports } from './reports';
import { settings } from './settings';
import { stages } from './stages';
import { suppressions } from './suppressions';
import { tasks } from './tasks';
import { textMessages } from './text-messages';
import { threadedReplies } from './threaded-replies';

/** The people service. */
export const people = defineService('people', {
  config: configSchema,
  address: (config) => config.PEOPLE_RPC_ADDRESS,
  owners: (config) => ({ auth: config.AUTH_RPC_ADDRESS, marketing: config.MARKETING_RPC_ADDRESS }),
  consumers: CONSUMERS,
  migrations,
  features: [
    copies,
    locks,
    settings,
    offers,
    suppressions,
    peopleFeature,
    records,
    // Jobs that move or delete the records of a person handle them in this order, and continue where they stopped.
    events,
    notes,
    calls,
    textMessages,
    emails,
    tasks,
    peopleRelationships,
    personAttachments,
    threadedReplies,
    reactions,
    appointments,
    plainRecords,
    following,
    leads,
    receivedLeads,
    imports,
    merges,
    erasures,
    recounts,
    stages,
    consent,
    plans,
    profiles,
    reports,
  ],
});

if (require.main === module) void people.run();
