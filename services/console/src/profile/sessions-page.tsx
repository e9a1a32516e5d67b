import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { useRecord } from '../api/hooks';
import { callSession } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';

interface DeviceSession {
  readonly id: string;
  readonly created: string;
  readonly lastUsed: string;
  readonly address: string;
  readonly agent: string;
  readonly current: boolean;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Formats a user agent as "Chrome 140 on Linux". Returns an unknown user agent unchanged. */
const formatBrowser = (agent: string): string => {
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const version = pattern.exec(agent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent;
  return system === undefined ? browser : t`${browser} on ${system}`;
};

/** The browsers in which the user is signed in, with buttons to sign out. */
export default function SessionsPage() {
  const list = useRecord(['sessions'], ({ signal }) =>
    callSession<{ sessions: DeviceSession[] }>('GET', '/session/list', undefined, signal),
  );
  return (
    <PageFrame
      title={t`Signed-in devices`}
      about={t`Browsers in which you are signed in. If you do not recognize one, sign it out and change your password.`}
    >
      <DataTable
        caption={t`Signed-in devices`}
        list={fromQuery(list, ({ sessions }) => sessions)}
        empty={t`No devices.`}
        columns={[
          { title: t`Browser`, show: ({ agent }) => <span title={agent}>{formatBrowser(agent)}</span> },
          { title: t`Address`, whole: true, show: ({ address }) => address },
          { title: t`Signed in`, whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: t`Last used`, whole: true, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
        ]}
        actions={({ id, agent, current }) =>
          current ? (
            <Badge variant="light" tt="none">
              <Trans>This browser</Trans>
            </Badge>
          ) : (
            <ChangeButton
              label={t`Sign out`}
              name={t`Sign out ${formatBrowser(agent)}`}
              act={() => callSession('DELETE', `/session/list/${encodeURIComponent(id)}`)}
              subjects={['sessions']}
            />
          )
        }
      />
    </PageFrame>
  );
}
