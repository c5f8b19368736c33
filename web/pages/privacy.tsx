/** Privacy policy. It describes exactly what the code does, so change both together. */
import { useLingui } from '@lingui/react/macro';
import { LegalPage } from '../features/legal/legal-page.tsx';
import text from '../features/legal/privacy.html?raw';

export default function PrivacyPolicyPage() {
	const { t } = useLingui();
	return <LegalPage title={t`Privacy Policy`} text={text} />;
}
