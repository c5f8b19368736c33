export default function PrivacyPolicyPage() {
	return <div className="wrap">privacy-policy</div>;
}
