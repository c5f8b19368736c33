/**
 * Artists, groups and songs. All of them are invented: no name here belongs to a performer that we know of, and nobody
 * has a face.
 */

export type Craft = 'vocal' | 'dance' | 'rap' | 'writer' | 'producer';

export interface DemoArtist {
	enName: string;
	nativeName: string | null;
	/** ISO 3166-1 alpha-2. */
	nationality: string;
	gender: 'F' | 'M';
	/** `YYYY-MM-DD`. */
	birthday: string;
	fanColor: string;
	craft: Craft;
	hometown: string;
}

/** BCP 47 languages of native names. */
export const languageOf: Record<string, string> = {
	KR: 'ko',
	JP: 'ja',
	TH: 'th',
	CN: 'zh-Hans',
	TW: 'zh-Hant',
	VN: 'vi',
	KZ: 'kk',
};

type ArtistRow = [
	enName: string,
	nativeName: string | null,
	nationality: string,
	gender: 'F' | 'M',
	birthday: string,
	fanColor: string,
	craft: Craft,
	hometown: string,
];

const artistRows: ArtistRow[] = [
	['Yeoreum Baek', '백여름', 'KR', 'F', '2001-07-07', '#FF5F7E', 'vocal', 'Tongyeong'],
	['Jiwoon Pyo', '표지운', 'KR', 'M', '1999-11-18', '#2FD3C2', 'dance', 'Daejeon'],
	['Mirinae Gil', '길미리내', 'KR', 'F', '2002-11-03', '#8C9BFF', 'writer', 'Gunsan'],
	['Teo Namgung', '남궁태오', 'KR', 'M', '2000-02-21', '#FFB238', 'vocal', 'Andong'],
	['Ara Seonwoo', '선우아라', 'KR', 'F', '1998-12-09', '#C86BFF', 'dance', 'Suwon'],
	['Haebin Geum', '금해빈', 'KR', 'M', '2003-08-30', '#4DB2FF', 'dance', 'Sokcho'],
	['Sol Maeng', '맹솔', 'KR', 'M', '2001-05-14', '#8EE04E', 'producer', 'Jeonju'],
	['Rian Tak', '탁리안', 'KR', 'F', '2000-10-26', '#FF8A4C', 'rap', 'Ulsan'],
	['Eunbyul Ma', '마은별', 'KR', 'F', '2004-12-24', '#F2E36B', 'vocal', 'Namwon'],
	['Danhyun Ok', '옥단현', 'KR', 'F', '1997-03-17', '#FF7BC8', 'writer', 'Gangneung'],
	['Woojae Bong', '봉우재', 'KR', 'M', '2002-01-05', '#5BE3A1', 'rap', 'Incheon'],
	['Nari Cheon', '천나리', 'KR', 'F', '2003-11-27', '#E64B5D', 'dance', 'Mokpo'],
	['Gaon Pyeon', '편가온', 'KR', 'F', '1999-06-11', '#B7C4D9', 'producer', 'Chuncheon'],
	['Seorin Eo', '어서린', 'KR', 'F', '2001-09-02', '#6FE0FF', 'vocal', 'Yeosu'],
	['Dojin Ha', '하도진', 'KR', 'M', '2000-04-19', '#A98BFF', 'rap', 'Changwon'],
	['Iseul Ban', '반이슬', 'KR', 'F', '2005-12-01', '#FF9FB0', 'vocal', 'Damyang'],
	['Kohaku Mizushiro', '水城琥珀', 'JP', 'F', '2002-06-28', '#FFC46B', 'dance', 'Otaru'],
	['Taerim Sagong', '사공태림', 'KR', 'M', '1998-11-09', '#57D0FF', 'vocal', 'Pohang'],
	['Chaeon Gi', '기채온', 'KR', 'F', '2004-03-08', '#D18CFF', 'rap', 'Wonju'],
	['Phumin Wattanarak', 'ภูมิน วัฒนรักษ์', 'TH', 'M', '2001-10-15', '#FFD84D', 'dance', 'Lampang'],
	['Bitna Jegal', '제갈빛나', 'KR', 'F', '2000-08-12', '#FF6FA5', 'vocal', 'Jinju'],
	['Seonu Gyeong', '경선우', 'KR', 'M', '2003-02-04', '#7BE0C0', 'writer', 'Iksan'],
	['Aisulu Bekturova', 'Айсұлу Бектұрова', 'KZ', 'F', '1999-12-17', '#4FA3FF', 'vocal', 'Almaty'],
	['Maru Tae', '태마루', 'KR', 'M', '2002-09-23', '#FF7A59', 'dance', 'Asan'],
	['Yunseul Mok', '목윤슬', 'KR', 'F', '2005-01-29', '#9ADFFF', 'producer', 'Samcheok'],
	['Ritsu Kazemori', '風森律', 'JP', 'M', '2000-12-06', '#B388FF', 'writer', 'Matsumoto'],
	['Dabit Yong', '용다빛', 'KR', 'F', '1998-05-31', '#FFE066', 'dance', 'Cheongju'],
	['Garam Pi', '피가람', 'KR', 'M', '2004-07-16', '#3ED598', 'rap', 'Gumi'],
	['Onsae Ye', '예온새', 'KR', 'F', '2003-04-02', '#FF92D0', 'vocal', 'Tongyeong'],
	['Hanbyeol Do', '도한별', 'KR', 'M', '2001-11-21', '#6C8CFF', 'producer', 'Paju'],
	['Namphon Thepnakorn', 'น้ำพร เทพนคร', 'TH', 'F', '2002-02-14', '#FF8FA3', 'dance', 'Chanthaburi'],
	['Jeha Bin', '빈제하', 'KR', 'M', '1997-10-08', '#C9A227', 'vocal', 'Mungyeong'],
	['Yulan Meng', '孟雨蓝', 'CN', 'F', '2004-06-05', '#45D6E8', 'writer', 'Yantai'],
	['Taeyul Gok', '곡태율', 'KR', 'M', '2002-12-30', '#FFA24D', 'dance', 'Naju'],
	['Nabi So', '소나비', 'KR', 'F', '2001-03-25', '#A6E34F', 'rap', 'Boryeong'],
	['Sebin Yeon', '연세빈', 'KR', 'M', '2000-07-20', '#8FA8FF', 'vocal', 'Icheon'],
	['Nagi Oribe', '織部凪', 'JP', 'F', '2003-01-13', '#66E0D0', 'vocal', 'Kamakura'],
	['Hangyeol Wi', '위한결', 'KR', 'M', '1999-04-27', '#FF6B6B', 'rap', 'Gwangyang'],
	['Arang Tan', '탄아랑', 'KR', 'F', '2005-08-18', '#E0A3FF', 'dance', 'Miryang'],
	['Anqi Lou', '婁安綺', 'TW', 'F', '2001-12-12', '#FFB3C7', 'producer', 'Hualien'],
	['Mooyoung Pung', '풍무영', 'KR', 'M', '1998-09-15', '#5AC8A8', 'writer', 'Taebaek'],
	['Isol Mo', '모이솔', 'KR', 'F', '2002-05-09', '#F5D76E', 'vocal', 'Sangju'],
	['Aoto Minasegawa', '水瀬川蒼斗', 'JP', 'M', '2004-11-14', '#3FB8FF', 'dance', 'Kanazawa'],
	['Narae Kyeon', '견나래', 'KR', 'F', '2000-01-22', '#FF85B8', 'rap', 'Geoje'],
	['Jaeon Bu', '부재온', 'KR', 'M', '2003-06-19', '#9B8CFF', 'vocal', 'Seogwipo'],
	['Tuong Vi Khuat', 'Khuất Tường Vi', 'VN', 'F', '2002-10-10', '#FF9E7A', 'dance', 'Da Lat'],
	['Seungo Dan', '단승오', 'KR', 'M', '2001-02-28', '#4EE0A0', 'producer', 'Danyang'],
	['Yebom Nang', '낭예봄', 'KR', 'F', '2004-04-11', '#FFA8E2', 'vocal', 'Hadong'],
	['Juno Hartsell', null, 'US', 'F', '2000-09-09', '#78C6FF', 'writer', 'Duluth'],
	['Siwol Bang', '방시월', 'KR', 'F', '2003-10-31', '#D97BFF', 'rap', 'Gunpo'],
	['Zeyu Shan', '单泽屿', 'CN', 'M', '2001-08-08', '#FFCC66', 'vocal', 'Zhuhai'],
	['Raon Ho', '호라온', 'KR', 'F', '2005-03-03', '#7EE6B8', 'dance', 'Buan'],
	['Shizuku Tobari', '戸張雫', 'JP', 'F', '1999-07-26', '#8AB4FF', 'producer', 'Hakodate'],
	['Dugyeom Hae', '해두겸', 'KR', 'M', '2002-08-24', '#FF8660', 'rap', 'Taean'],
	['Khwanruen Saengthip', 'ขวัญเรือน แสงทิพย์', 'TH', 'F', '2003-05-22', '#C2E85B', 'vocal', 'Nan'],
	['Bohan Tsui', '崔柏函', 'TW', 'M', '2000-06-14', '#B79CFF', 'dance', 'Tainan'],
	['Amihan Dalisayon', null, 'PH', 'F', '2004-09-30', '#FF7FA0', 'vocal', 'Dumaguete'],
	['Rodam Gu', '구로담', 'KR', 'M', '1998-01-16', '#52D3D8', 'writer', 'Goseong'],
	['Miru Gang', '강미루', 'KR', 'F', '2001-04-07', '#FFD1A1', 'dance', 'Yangpyeong'],
	['Callan Ashby', null, 'AU', 'M', '2002-03-12', '#6FD07F', 'producer', 'Fremantle'],
	['Tsumugi Kuzumi', '久住紬', 'JP', 'F', '2005-10-04', '#F29BFF', 'writer', 'Takayama'],
	['Anin Rungwilai', 'อนิน รุ่งวิไล', 'TH', 'M', '2001-01-30', '#5FB0FF', 'rap', 'Songkhla'],
	['Sekar Lestiyani', null, 'ID', 'F', '2003-12-20', '#FFB86B', 'vocal', 'Malang'],
	['Kaname Yodogi', '淀木要', 'JP', 'M', '2000-11-05', '#8FE3FF', 'vocal', 'Kobe'],
	['Ido Kwang', '광이도', 'KR', 'M', '2004-02-17', '#FF9A8A', 'dance', 'Hongcheon'],
];

/** Ordered as the current monthly ranking begins. */
export const artists: readonly DemoArtist[] = artistRows.map(
	([enName, nativeName, nationality, gender, birthday, fanColor, craft, hometown]) => ({
		enName,
		nativeName,
		nationality,
		gender,
		birthday,
		fanColor,
		craft,
		hometown,
	}),
);

export interface DemoGroup {
	enName: string;
	nativeName: string;
	fanColor: string;
	description: string;
}

/** They have pages and songs, and no place in a solo chart. */
export const groups: readonly DemoGroup[] = [
	{
		enName: 'Saebyeok Ferry',
		nativeName: '새벽페리',
		fanColor: '#6FE0FF',
		description:
			'<p>Saebyeok Ferry met on the first boat of the day, which is the only rehearsal room three trainees from three ports could agree on. Their songs still begin before sunrise and end at the quay.</p><p>They sing without a leader and without a fixed centre: whoever is quietest that week stands in front.</p>',
	},
	{
		enName: 'Tidewatch',
		nativeName: '타이드워치',
		fanColor: '#5AA9FF',
		description:
			'<p>Tidewatch is a dancer, a rapper and a producer who share one notebook. Every record carries a date and a water level, and nobody outside the group has worked out the pattern.</p><p>On stage they use no screens at all: three lamps, one floor, and the crowd’s own light.</p>',
	},
	{
		enName: 'Minari Club',
		nativeName: '미나리클럽',
		fanColor: '#9BE564',
		description:
			'<p>Minari Club began as a lunch appointment. Ara Seonwoo brought a dance, Yunseul Mok brought a bass line, and by the coffee they had a chorus.</p><p>The duo publishes one song a season and plays it live exactly once, so that each performance is somebody’s only one.</p>',
	},
	{
		enName: 'Half Past Moon',
		nativeName: '하프패스트문',
		fanColor: '#C9A6FF',
		description:
			'<p>Half Past Moon is what happens when three soloists keep missing the last train together. The first record was written in a waiting room in Daejeon between 00:30 and 05:10.</p><p>They appear without notice, usually as the encore of somebody else’s concert, and have never announced a tour.</p>',
	},
	{
		enName: 'Marumaru',
		nativeName: '마루마루',
		fanColor: '#FFB07A',
		description:
			'<p>Marumaru is a wooden floor and two people who know how to use it. Maru Tae counts, Taeyul Gok answers, and the microphones hang at ankle height.</p><p>Fans bring no instruments to their shows, only shoes.</p>',
	},
];

export interface DemoSong {
	title: string;
	nativeTitle: string | null;
	performer: string;
}

const songRows: [title: string, nativeTitle: string | null, performer: string][] = [
	['Low Tide', '썰물', 'Mirinae Gil'],
	['Snow on the Overpass', '고가도로에 눈', 'Yeoreum Baek'],
	['Glasshouse', '온실', 'Jiwoon Pyo'],
	['Tangerine Box', '귤 한 상자', 'Saebyeok Ferry'],
	['Pocket Stove', '주머니 난로', 'Teo Namgung'],
	['Eleven Scarves', '목도리 열한 개', 'Ara Seonwoo'],
	['Warm Side of the Window', '창문의 따뜻한 쪽', 'Haebin Geum'],
	['Northbound, Platform 4', '북행 4번 승강장', 'Tidewatch'],
	['December Has a Door', '12월에는 문이 있어', 'Eunbyul Ma'],
	['Borrowed Gloves', '빌린 장갑', 'Rian Tak'],
	['Breath in the Headlights', '전조등 속의 숨', 'Sol Maeng'],
	['Second Kettle', '두 번째 주전자', 'Danhyun Ok'],
	['Slow Ferry, Grey Sea', '느린 배, 회색 바다', 'Half Past Moon'],
	['灯台とミルク', null, 'Kohaku Mizushiro'],
	['Ice Rink at Closing Time', '문 닫는 아이스링크', 'Nari Cheon'],
	['Cinnamon Radio', '계피 라디오', 'Woojae Bong'],
	['My Coat Smells of Smoke', '외투에 밴 연기', 'Dojin Ha'],
	['Lanterns for Nobody', '아무도 아닌 등불', 'Gaon Pyeon'],
	['Moonlit Laundry', '달빛 빨래', 'Minari Club'],
	['Sledding Home', '썰매 타고 집으로', 'Iseul Ban'],
	['Half a Blanket', '이불 반쪽', 'Seorin Eo'],
	['ลมหนาวฝั่งนี้', null, 'Phumin Wattanarak'],
	['Aurora on Mute', '음소거 오로라', 'Taerim Sagong'],
	['Paper Snow Machine', '종이 눈 기계', 'Marumaru'],
	['The Radiator Sings', '라디에이터의 노래', 'Chaeon Gi'],
	['Heatwave Season', '폭염의 계절', 'Yeoreum Baek'],
];

export const songs: readonly DemoSong[] = songRows.map(([title, nativeTitle, performer]) => ({
	title,
	nativeTitle,
	performer,
}));
