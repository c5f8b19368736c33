/**
 * Everybody on the charts. All of them are invented: no name here belongs to a performer that we know of, and nobody
 * has a face. Ordered as the current monthly ranking begins.
 */
import type { HairName } from '../art/figures.ts';

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
	hair: HairName;
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

type Row = [
	enName: string,
	nativeName: string | null,
	nationality: string,
	gender: 'F' | 'M',
	birthday: string,
	fanColor: string,
	hair: HairName,
	craft: Craft,
	hometown: string,
];

const rows: Row[] = [
	['Yeoreum Baek', '백여름', 'KR', 'F', '2001-07-07', '#FF5F7E', 'long', 'vocal', 'Tongyeong'],
	['Jiwoon Pyo', '표지운', 'KR', 'M', '1999-11-18', '#2FD3C2', 'quiff', 'dance', 'Daejeon'],
	['Mirinae Gil', '길미리내', 'KR', 'F', '2002-11-03', '#8C9BFF', 'wave', 'writer', 'Gunsan'],
	['Teo Namgung', '남궁태오', 'KR', 'M', '2000-02-21', '#FFB238', 'crop', 'vocal', 'Andong'],
	['Ara Seonwoo', '선우아라', 'KR', 'F', '1998-12-09', '#C86BFF', 'bob', 'dance', 'Suwon'],
	['Haebin Geum', '금해빈', 'KR', 'M', '2003-08-30', '#4DB2FF', 'wolf', 'dance', 'Sokcho'],
	['Sol Maeng', '맹솔', 'KR', 'M', '2001-05-14', '#8EE04E', 'curl', 'producer', 'Jeonju'],
	['Rian Tak', '탁리안', 'KR', 'F', '2000-10-26', '#FF8A4C', 'bob', 'rap', 'Ulsan'],
	['Eunbyul Ma', '마은별', 'KR', 'F', '2004-12-24', '#F2E36B', 'bun', 'vocal', 'Namwon'],
	['Danhyun Ok', '옥단현', 'KR', 'F', '1997-03-17', '#FF7BC8', 'braid', 'writer', 'Gangneung'],
	['Woojae Bong', '봉우재', 'KR', 'M', '2002-01-05', '#5BE3A1', 'cap', 'rap', 'Incheon'],
	['Nari Cheon', '천나리', 'KR', 'F', '2003-11-27', '#E64B5D', 'pony', 'dance', 'Mokpo'],
	['Gaon Pyeon', '편가온', 'KR', 'F', '1999-06-11', '#B7C4D9', 'hood', 'producer', 'Chuncheon'],
	['Seorin Eo', '어서린', 'KR', 'F', '2001-09-02', '#6FE0FF', 'long', 'vocal', 'Yeosu'],
	['Dojin Ha', '하도진', 'KR', 'M', '2000-04-19', '#A98BFF', 'crop', 'rap', 'Changwon'],
	['Iseul Ban', '반이슬', 'KR', 'F', '2005-12-01', '#FF9FB0', 'wave', 'vocal', 'Damyang'],
	['Kohaku Mizushiro', '水城琥珀', 'JP', 'F', '2002-06-28', '#FFC46B', 'bob', 'dance', 'Otaru'],
	['Taerim Sagong', '사공태림', 'KR', 'M', '1998-11-09', '#57D0FF', 'quiff', 'vocal', 'Pohang'],
	['Chaeon Gi', '기채온', 'KR', 'F', '2004-03-08', '#D18CFF', 'pony', 'rap', 'Wonju'],
	['Phumin Wattanarak', 'ภูมิน วัฒนรักษ์', 'TH', 'M', '2001-10-15', '#FFD84D', 'cap', 'dance', 'Lampang'],
	['Bitna Jegal', '제갈빛나', 'KR', 'F', '2000-08-12', '#FF6FA5', 'wave', 'vocal', 'Jinju'],
	['Seonu Gyeong', '경선우', 'KR', 'M', '2003-02-04', '#7BE0C0', 'wolf', 'writer', 'Iksan'],
	['Aisulu Bekturova', 'Айсұлу Бектұрова', 'KZ', 'F', '1999-12-17', '#4FA3FF', 'braid', 'vocal', 'Almaty'],
	['Maru Tae', '태마루', 'KR', 'M', '2002-09-23', '#FF7A59', 'curl', 'dance', 'Asan'],
	['Yunseul Mok', '목윤슬', 'KR', 'F', '2005-01-29', '#9ADFFF', 'long', 'producer', 'Samcheok'],
	['Ritsu Kazemori', '風森律', 'JP', 'M', '2000-12-06', '#B388FF', 'crop', 'writer', 'Matsumoto'],
	['Dabit Yong', '용다빛', 'KR', 'F', '1998-05-31', '#FFE066', 'bun', 'dance', 'Cheongju'],
	['Garam Pi', '피가람', 'KR', 'M', '2004-07-16', '#3ED598', 'quiff', 'rap', 'Gumi'],
	['Onsae Ye', '예온새', 'KR', 'F', '2003-04-02', '#FF92D0', 'bob', 'vocal', 'Tongyeong'],
	['Hanbyeol Do', '도한별', 'KR', 'M', '2001-11-21', '#6C8CFF', 'hood', 'producer', 'Paju'],
	['Namphon Thepnakorn', 'น้ำพร เทพนคร', 'TH', 'F', '2002-02-14', '#FF8FA3', 'wave', 'dance', 'Chanthaburi'],
	['Jeha Bin', '빈제하', 'KR', 'M', '1997-10-08', '#C9A227', 'crop', 'vocal', 'Mungyeong'],
	['Yulan Meng', '孟雨蓝', 'CN', 'F', '2004-06-05', '#45D6E8', 'long', 'writer', 'Yantai'],
	['Taeyul Gok', '곡태율', 'KR', 'M', '2002-12-30', '#FFA24D', 'wolf', 'dance', 'Naju'],
	['Nabi So', '소나비', 'KR', 'F', '2001-03-25', '#A6E34F', 'pony', 'rap', 'Boryeong'],
	['Sebin Yeon', '연세빈', 'KR', 'M', '2000-07-20', '#8FA8FF', 'quiff', 'vocal', 'Icheon'],
	['Nagi Oribe', '織部凪', 'JP', 'F', '2003-01-13', '#66E0D0', 'braid', 'vocal', 'Kamakura'],
	['Hangyeol Wi', '위한결', 'KR', 'M', '1999-04-27', '#FF6B6B', 'cap', 'rap', 'Gwangyang'],
	['Arang Tan', '탄아랑', 'KR', 'F', '2005-08-18', '#E0A3FF', 'bun', 'dance', 'Miryang'],
	['Anqi Lou', '婁安綺', 'TW', 'F', '2001-12-12', '#FFB3C7', 'wave', 'producer', 'Hualien'],
	['Mooyoung Pung', '풍무영', 'KR', 'M', '1998-09-15', '#5AC8A8', 'curl', 'writer', 'Taebaek'],
	['Isol Mo', '모이솔', 'KR', 'F', '2002-05-09', '#F5D76E', 'bob', 'vocal', 'Sangju'],
	['Aoto Minasegawa', '水瀬川蒼斗', 'JP', 'M', '2004-11-14', '#3FB8FF', 'crop', 'dance', 'Kanazawa'],
	['Narae Kyeon', '견나래', 'KR', 'F', '2000-01-22', '#FF85B8', 'long', 'rap', 'Geoje'],
	['Jaeon Bu', '부재온', 'KR', 'M', '2003-06-19', '#9B8CFF', 'hood', 'vocal', 'Seogwipo'],
	['Tuong Vi Khuat', 'Khuất Tường Vi', 'VN', 'F', '2002-10-10', '#FF9E7A', 'pony', 'dance', 'Da Lat'],
	['Seungo Dan', '단승오', 'KR', 'M', '2001-02-28', '#4EE0A0', 'wolf', 'producer', 'Danyang'],
	['Yebom Nang', '낭예봄', 'KR', 'F', '2004-04-11', '#FFA8E2', 'braid', 'vocal', 'Hadong'],
	['Juno Hartsell', null, 'US', 'F', '2000-09-09', '#78C6FF', 'bun', 'writer', 'Duluth'],
	['Siwol Bang', '방시월', 'KR', 'F', '2003-10-31', '#D97BFF', 'wave', 'rap', 'Gunpo'],
	['Zeyu Shan', '单泽屿', 'CN', 'M', '2001-08-08', '#FFCC66', 'quiff', 'vocal', 'Zhuhai'],
	['Raon Ho', '호라온', 'KR', 'F', '2005-03-03', '#7EE6B8', 'bob', 'dance', 'Buan'],
	['Shizuku Tobari', '戸張雫', 'JP', 'F', '1999-07-26', '#8AB4FF', 'long', 'producer', 'Hakodate'],
	['Dugyeom Hae', '해두겸', 'KR', 'M', '2002-08-24', '#FF8660', 'cap', 'rap', 'Taean'],
	['Khwanruen Saengthip', 'ขวัญเรือน แสงทิพย์', 'TH', 'F', '2003-05-22', '#C2E85B', 'curl', 'vocal', 'Nan'],
	['Bohan Tsui', '崔柏函', 'TW', 'M', '2000-06-14', '#B79CFF', 'crop', 'dance', 'Tainan'],
	['Amihan Dalisayon', null, 'PH', 'F', '2004-09-30', '#FF7FA0', 'pony', 'vocal', 'Dumaguete'],
	['Rodam Gu', '구로담', 'KR', 'M', '1998-01-16', '#52D3D8', 'hood', 'writer', 'Goseong'],
	['Miru Gang', '강미루', 'KR', 'F', '2001-04-07', '#FFD1A1', 'bun', 'dance', 'Yangpyeong'],
	['Callan Ashby', null, 'AU', 'M', '2002-03-12', '#6FD07F', 'wolf', 'producer', 'Fremantle'],
	['Tsumugi Kuzumi', '久住紬', 'JP', 'F', '2005-10-04', '#F29BFF', 'braid', 'writer', 'Takayama'],
	['Anin Rungwilai', 'อนิน รุ่งวิไล', 'TH', 'M', '2001-01-30', '#5FB0FF', 'quiff', 'rap', 'Songkhla'],
	['Sekar Lestiyani', null, 'ID', 'F', '2003-12-20', '#FFB86B', 'long', 'vocal', 'Malang'],
	['Kaname Yodogi', '淀木要', 'JP', 'M', '2000-11-05', '#8FE3FF', 'curl', 'vocal', 'Kobe'],
	['Ido Kwang', '광이도', 'KR', 'M', '2004-02-17', '#FF9A8A', 'cap', 'dance', 'Hongcheon'],
];

export const artists: readonly DemoArtist[] = rows.map(
	([enName, nativeName, nationality, gender, birthday, fanColor, hair, craft, hometown]) => ({
		enName,
		nativeName,
		nationality,
		gender,
		birthday,
		fanColor,
		hair,
		craft,
		hometown,
	}),
);
