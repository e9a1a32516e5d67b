import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ListStates } from '../components/list-states';
import { LeadOffer } from '../leads/lead-offer';
import { OFFER_FIELDS } from '../leads/offer-fields';
import styles from './today-page.module.css';

const MAX_SHOWN = 5;

/** Leads that are offered to the user and others: the first to claim a lead gets it. */
export const UnclaimedLeads = () => {
  const leads = useCollection(['people', 'unclaimed'], porchlight.people.listUnclaimed, {
    limit: MAX_SHOWN,
    fields: OFFER_FIELDS,
  });
  return (
    <Card title={t`Unclaimed`}>
      <ListStates what={t`leads`} list={{ ...leads, hasMore: false }} empty={t`No leads to claim.`}>
        <ul className={styles.rows}>
          {leads.rows.map((lead) => (
            <LeadOffer key={lead.id} lead={lead} />
          ))}
        </ul>
      </ListStates>
    </Card>
  );
};
