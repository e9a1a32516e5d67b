import { t } from '@lingui/core/macro';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList } from '../components/record-list';
import { Section } from '../components/section';
import { usePermissions } from '../session/session';
import { createFieldKind } from './custom-fields';

const OF_PEOPLE = createFieldKind('people');
const OF_DEALS = createFieldKind('deals');

/** The custom fields of people and of deals: create, edit, order, delete. */
export default function FieldsPage() {
  const { isAdmin, seesDeals } = usePermissions();
  return (
    <PageFrame
      title={t`Custom fields`}
      about={t`Your own fields, besides those that every account has.`}
      actions={isAdmin && <CreateRecord kind={OF_PEOPLE} />}
    >
      <Section title={t`People`}>
        <RecordList kind={OF_PEOPLE} readOnly={!isAdmin} />
      </Section>
      {seesDeals && (
        <Section title={t`Deals`}>
          <RecordList kind={OF_DEALS} readOnly={!isAdmin} />
          {isAdmin && <CreateRecord kind={OF_DEALS} secondary />}
        </Section>
      )}
    </PageFrame>
  );
}
