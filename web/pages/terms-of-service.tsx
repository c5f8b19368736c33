export default function TermsOfServicePage() {
	return <div className="wrap">terms-of-service</div>;
}
