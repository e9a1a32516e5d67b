import type { Activity } from '../activity';
import type { Following } from '../following';
import type { Locks } from '../locks';
import type { Offers } from '../offers';
import type { People } from '../people';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import type { Leads } from './lead-parts';

/** What receiving and assigning leads works with. */
export interface Ports
  extends
    Leads,
    Following,
    Pick<People, 'people' | 'merges'>,
    Pick<Activity, 'events' | 'notes' | 'tasks'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Locks, 'mutex'>,
    Pick<Parts, 'publishFact' | 'clock' | 'logger'> {
  readonly offers: Offers;
}
