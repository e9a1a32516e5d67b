import { t } from '@lingui/core/macro';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import type { Automation } from './automation-values';

/** Lets an automation start runs, or stops it. */
export const EnableButton = ({ automation: { id, name, status } }: { readonly automation: Automation }) => {
  const isActive = status === 'Active';
  return (
    <ChangeButton
      label={isActive ? t`Disable` : t`Enable`}
      name={isActive ? t`Disable ${name ?? ''}` : t`Enable ${name ?? ''}`}
      act={() => porchlight.automations.update(id, { status: isActive ? 'Disabled' : 'Active' })}
      subjects={['automations', 'automationsPeople']}
    />
  );
};
