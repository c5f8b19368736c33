import { useLingui } from '@lingui/react/macro';
import { Icon } from '../icons.tsx';
import { toggleRest, useResting } from '../rest.ts';
import { IconButton } from './button.tsx';

/** Stops and starts all that moves by itself, whichever of them it stands at. */
export function RestSwitch() {
	const { t } = useLingui();
	const resting = useResting();
	return (
		<IconButton className="rest-switch" label={t`Pause motion`} aria-pressed={resting} onClick={toggleRest}>
			<Icon name="pause" />
		</IconButton>
	);
}
