import { useNavigate } from 'react-router';
import { LIVE_MS, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';

/** Leads that are offered to several users; the first to claim a lead gets it (decisions section 4). */
export default function UnclaimedPage() {
  const leads = useCollection(['people', 'unclaimed'], porchlight.people.listUnclaimed, {}, { everyMs: LIVE_MS });
  const navigate = useNavigate();
  return (
    <PageFrame
      title="Unclaimed leads"
      about="These leads are offered to you and other users. The first user to claim a lead gets it."
    >
      <DataTable
        caption="Unclaimed leads"
        list={leads}
        empty="No leads to claim."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          { title: 'Source', show: ({ source }) => source },
          { title: 'Received', show: ({ created }) => <DateTime at={created} /> },
        ]}
        actions={({ id, name }) => (
          <ChangeButton
            verb="Claim lead"
            what={name ?? ''}
            act={() => porchlight.people.claim({ personId: id })}
            subjects={['people']}
            onSuccess={() => void navigate(`/people/${id}`)}
          />
        )}
      />
    </PageFrame>
  );
}
