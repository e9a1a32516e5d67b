import { defineService } from '@porchlight/backend';
import { activity } from './activity';
import { appointments } from './appointments';
import { configSchema } from './config';
import { consent } from './consent';
import { copies } from './copies';
import { emails } from './emails';
import { erasures } from './erasures';
import { following } from './following';
import { imports } from './imports';
import { leads } from './leads';
import { locks } from './locks';
import { merges } from './merges';
import { migrations } from './migrations/people-migrations';
import { offers } from './offers';
import { people as peopleFeature } from './people';
import { plans } from './plans';
import { profiles } from './profiles';
import { receivedLeads } from './received-leads';
import { recounts } from './recounts';
import { CONSUMERS } from './service';
import { settings } from './settings';
import { stages } from './stages';
import { suppressions } from './suppressions';

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
    appointments,
    activity,
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
    emails,
    profiles,
  ],
});

if (require.main === module) void people.run();
