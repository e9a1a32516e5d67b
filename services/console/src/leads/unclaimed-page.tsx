import { t } from '@lingui/core/macro';
import { Paper } from '@mantine/core';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ListStates } from '../components/list-states';
import { PageFrame } from '../components/page-frame';
import { LeadOffer } from './lead-offer';
import { OFFER_FIELDS } from './offer-fields';
import styles from './lead-offer.module.css';

/** Leads that are offered to several users; the first to claim a lead gets it (decisions section 4). */
export default function UnclaimedPage() {
  const leads = useCollection(['people', 'unclaimed'], porchlight.people.listUnclaimed, { fields: OFFER_FIELDS });
  return (
    <PageFrame
      title={t`Unclaimed leads`}
      about={t`These leads are offered to you and other users. The first user to claim a lead gets it.`}
    >
      <Paper withBorder px="md" py="xs" maw="44rem">
        <ListStates what={t`leads`} list={leads} empty={t`No leads to claim.`}>
          <ul className={styles.offers}>
            {leads.rows.map((lead) => (
              <LeadOffer key={lead.id} lead={lead} />
            ))}
          </ul>
        </ListStates>
      </Paper>
    </PageFrame>
  );
}
