import { methods } from '@porchlight/backend';
import { people as descriptor, PersonServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import { copies } from '../copies';
import { locks } from '../locks';
import { offers } from '../offers';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { suppressions } from '../suppressions';
import { checkDuplicate } from './check-duplicate';
import { withDeduplication } from './create-person';
import { exportPerson } from './export-person';
import { findKnownPeople } from './find-known-person';
import { ACCOUNT_TYPES, followCountry, identityRecomputes } from './follow-country';
import { listPossibleDuplicates } from './list-possible-duplicates';
import { withMergedInto } from './load-survivor';
import { createMerges, mergedPersonSchema } from './merges';
import { openPeople } from './open-people';
import type { People } from './people-parts';
import { withRequestedFields } from './requested-fields';

/** People: their rules, duplicates, and how an account's country reads their phones. */
export const people = defineFeature({
  name: 'people',
  needs: { copies, locks, settings, offers, suppressions },
  open(parts): People {
    const {
      store,
      clock,
      suppressions: { emailStatuses },
    } = parts;
    const opened = openPeople({ ...parts, emailStatuses });
    return {
      people: opened,
      merges: createMerges(store.collection('mergedPeople', mergedPersonSchema)),
      preparation: {
        settingsCache: parts.settings.settingsCache,
        clock,
        findKnown: (call, contacts) => findKnownPeople(opened, call, contacts),
      },
    };
  },
  serve(opened, { copies: { accounts }, locks: { mutex }, settings: { settingsCache }, ...parts }) {
    const { people: store } = opened;
    const recomputes = parts.openJobs(identityRecomputes);
    const handlers: Handlers<typeof PersonServiceDefinition> = createResourceHandlers(descriptor, store);
    const merged = withMergedInto(opened);
    return {
      on: {
        'people.copies': {
          handler: followCountry({ accounts, settingsCache, recomputes, clock: parts.clock }),
          types: ACCOUNT_TYPES,
        },
      },
      jobs: [recomputes.run({ people: store, logger: parts.logger })],
      methods: [
        methods(PersonServiceDefinition, {
          ...handlers,
          createPerson: withDeduplication({ people: store, settingsCache, mutex }, handlers.createPerson),
          getPerson: merged(withRequestedFields(settingsCache, handlers.getPerson)),
          updatePerson: merged(handlers.updatePerson),
          deletePerson: merged(handlers.deletePerson),
          checkDuplicate: checkDuplicate({ people: store, settingsCache }),
          listPossibleDuplicates: listPossibleDuplicates(store),
          exportPerson: merged(exportPerson({ people: store, publishFact: parts.publishFact })),
        }),
      ],
    };
  },
});
