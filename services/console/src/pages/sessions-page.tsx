import { Badge } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { get, remove } from '../api/client';
import { ChangeButton } from '../parts/change-button';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { browserNameOf } from './browser-name';

interface DeviceSession {
  readonly id: string;
  readonly created: string;
  readonly lastUsed: string;
  readonly address: string;
  readonly agent: string;
  readonly current: boolean;
}

const KEY = ['sessions'] as const;

/** The browsers in which the user is signed in; signs them out. */
export default function SessionsPage(): ReactElement {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get<{ sessions: DeviceSession[] }>('/session/list', signal),
  });
  return (
    <PageFrame
      title="Signed-in devices"
      about="Browsers in which you are signed in. If you do not recognize one, sign it out and change your password."
    >
      <DataTable
        caption="Signed-in devices"
        of={{
          rows: list.data?.sessions ?? [],
          pending: list.isPending,
          error: list.error,
          again: () => void list.refetch(),
        }}
        rowKey={({ id }) => id}
        empty="No devices."
        columns={[
          { title: 'Browser', show: ({ agent }) => <span title={agent}>{browserNameOf(agent)}</span> },
          { title: 'Address', whole: true, show: ({ address }) => address },
          { title: 'Signed in', whole: true, show: ({ created }) => <Moment at={created} /> },
          { title: 'Last used', whole: true, show: ({ lastUsed }) => <Moment at={lastUsed} /> },
          {
            title: 'Actions',
            plain: true,
            whole: true,
            show: ({ id, agent, current }) =>
              current ? (
                <Badge variant="light" tt="none">
                  This browser
                </Badge>
              ) : (
                <ChangeButton
                  verb="Sign out"
                  what={browserNameOf(agent)}
                  act={() => remove(`/session/list/${encodeURIComponent(id)}`)}
                  subjects={[]}
                  onDone={() => void queries.invalidateQueries({ queryKey: KEY })}
                />
              ),
          },
        ]}
      />
    </PageFrame>
  );
}
