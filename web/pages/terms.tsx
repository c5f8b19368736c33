/** Terms of service. Every number in it is a promise that the code keeps. */
import { useLingui } from '@lingui/react/macro';
import { LegalPage } from '../features/legal/legal-page.tsx';
import text from '../features/legal/terms.html?raw';

export default function TermsOfServicePage() {
	const { t } = useLingui();
	return <LegalPage title={t`Terms of Service`} text={text} />;
}
