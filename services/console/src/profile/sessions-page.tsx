import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';
import { useRecord } from '../api/hooks';
import { callSession } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { formatBrowser } from './format-browser';

interface DeviceSession {
  readonly id: string;
  readonly created: string;
  readonly lastUsed: string;
  readonly address: string;
  readonly agent: string;
  readonly current: boolean;
}

/** The browsers in which the user is signed in; signs them out. */
export default function SessionsPage(): ReactElement {
  const list = useRecord(['sessions'], ({ signal }) =>
    callSession<{ sessions: DeviceSession[] }>('GET', '/session/list', undefined, signal),
  );
  return (
    <PageFrame
      title="Signed-in devices"
      about="Browsers in which you are signed in. If you do not recognize one, sign it out and change your password."
    >
      <DataTable
        caption="Signed-in devices"
        list={fromQuery(list, ({ sessions }) => sessions)}
        rowKey={({ id }) => id}
        empty="No devices."
        columns={[
          { title: 'Browser', show: ({ agent }) => <span title={agent}>{formatBrowser(agent)}</span> },
          { title: 'Address', whole: true, show: ({ address }) => address },
          { title: 'Signed in', whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: 'Last used', whole: true, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
          {
            title: 'Actions',
            unlabeled: true,
            whole: true,
            show: ({ id, agent, current }) =>
              current ? (
                <Badge variant="light" tt="none">
                  This browser
                </Badge>
              ) : (
                <ChangeButton
                  verb="Sign out"
                  what={formatBrowser(agent)}
                  act={() => callSession('DELETE', `/session/list/${encodeURIComponent(id)}`)}
                  subjects={['sessions']}
                />
              ),
          },
        ]}
      />
    </PageFrame>
  );
}
