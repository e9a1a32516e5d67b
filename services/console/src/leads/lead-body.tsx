import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Modal, Text } from '@mantine/core';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { QueryResult } from '../components/loading';

/** Indents a JSON text; other text stays as it is. */
const formatBody = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
};

interface Props {
  readonly id: number;
  onClose(): void;
}

/** A dialog with the body of a refused lead, which the API keeps for 7 days. */
export const LeadBody = ({ id, onClose }: Props) => {
  const lead = useRecord(['receivedLeads', id], (options) =>
    porchlight.receivedLeads.get(id, { fields: ['body', 'error'] }, options),
  );
  return (
    <Modal opened onClose={onClose} title={t`Refused lead`} size="lg">
      <QueryResult query={lead} what={t`the lead`}>
        {({ body, error }) => (
          <>
            <Text mb="sm">{error}</Text>
            {body ? (
              <Code block>{formatBody(body)}</Code>
            ) : (
              <Text c="dimmed">
                <Trans>The body is no longer stored.</Trans>
              </Text>
            )}
          </>
        )}
      </QueryResult>
    </Modal>
  );
};
