export default function ArtistPage() {
	return <div className="wrap">artist</div>;
}
