export default function StorePage() {
	return <div className="wrap">store</div>;
}
