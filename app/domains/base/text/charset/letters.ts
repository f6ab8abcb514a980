/**
 * The letters by which a charset is guessed: what names in its languages are written with. Kept small: they only have to
 * tell the charsets from each other.
 */

const letters = (text: string): ReadonlySet<string> => new Set(text);

/** Letters beyond ASCII of languages in Latin script. */
export const latin = {
  german: letters("äöüÄÖÜß"),
  french: letters("éèêëàâçùûîïôœÉÊÀÂÇÔ"),
  spanish: letters("áéíóúñüÁÉÍÓÚÑ"),
  portuguese: letters("áâãàçéêíóôõúÁÂÃÇÉÊÍÓÔ"),
  italian: letters("àèéìòùÀ"),
  swedish: letters("åäöÅÄÖé"),
  danish: letters("æøåÆØÅé"),
  icelandic: letters("áéíóúýðþæöÁÉÍÓÚÝÞÆÖ"),
  dutch: letters("ëïéöüè"),
  polish: letters("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"),
  czech: letters("áčďéěíňóřšťúůýžľôäĺŕÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽ"),
  hungarian: letters("áéíóöőúüűÁÉÍÓÖŐÚÜŰ"),
  croatian: letters("čćđšžČĆĐŠŽ"),
  romanian: letters("ăâîşţĂÂÎŞŢ"),
  turkish: letters("çğıöşüÇĞİÖŞÜâî"),
  lithuanian: letters("ąčęėįšųūžĄČĘĖĮŠŲŪŽ"),
  latvian: letters("āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ"),
  estonian: letters("äöõüšžÄÖÕÜŠŽ"),
} as const;
export type Latin = keyof typeof latin;

export interface Alphabet {
  script: RegExp;
  common: ReadonlySet<string>;
  /** The other letters of today's languages. */
  known: ReadonlySet<string>;
}

export const alphabets = {
  cyrillic: {
    script: /\p{Script=Cyrillic}/u,
    common: letters("оеаинтсрвлкмдпуяыьгзбчйхжшОЕАИНТСРВЛКМДПУЯГЗБЧХЖШ"),
    known: letters("юцщэфъёіїєґўЮЦЩЭФЪЁІЇЄҐЎЫЬЙђјљњћџЂЈЉЊЋЏ"),
  },
  greek: {
    script: /\p{Script=Greek}/u,
    common: letters("αοιετσνηυρπκμλωςάίόέύήώΑΟΙΕΤΣΝΗΡΠΚΜΛ"),
    known: letters("γδθχφβζξψϊΐϋΰΓΔΘΧΦΒΖΞΨΩΥΆΈΉΊΌΎΏΪΫ"),
  },
  hebrew: {
    script: /\p{Script=Hebrew}/u,
    common: letters("יואלהרמתבשנדחקפ"),
    known: letters("עגכזטצסםןךףץ"),
  },
  arabic: {
    script: /\p{Script=Arabic}/u,
    common: letters("اليمنورتبةعدسفهكحقأ"),
    known: letters("شصجضخطغذزظءآإئؤىپچگژ"),
  },
  thai: {
    script: /\p{Script=Thai}/u,
    common: letters("านรอกเงมยลวดทสตะปบคหแจพชขใไโ"),
    known: letters("ฉซญฐณถธผฝฟภศษฮัิีึืุูำ่้๊๋็์ฯๆ"),
  },
} as const satisfies Record<string, Alphabet>;

/** Common characters of names and of everyday text. */
export const characters = {
  japanese: letters(
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨愛歌夢夜風花空海星光心恋君僕春夏秋冬音楽声手田宇多坂部屋島新宝京都米津師帝洞林藤井桜涙雪世界",
  ),
  korean: letters(
    "이다는의에가나을를은한지고사기도로아어해인시하여자서보대그일부라정리스수주우제장전과동상있것게만원구조들면세모안오비미선신유마소성무공연말날내너봄밤꽃별달길랑노래편집위혁잉좋거진국경문물바람늘빈화영현민준희재석훈철호김박최강윤임나빛눈물잔방탄년단청즈니요네까더잠검치",
  ),
  simplified: letters(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日者意无力与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重物手应战向头文体美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报结反受目太量再感建做接必场件计管期市直德命山金指克许区保至队形社便空决展马科五基眼书非则听白却界达光放强即像难思王象完色路记南品住告求北边死张交万取拉格望觉共传师清今让带爱歌梦夜风雨花红青春城远飞舞曲唱孤独离崔健窦唯裤朴树凡级杀庄旅店伤李陈刘黄林吴",
  ),
  traditional: letters(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重物手應戰向頭文體美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報結反受目太量再感建愛歌夢夜風雨花紅青春城遠飛舞曲唱孤獨離周杰倫強隻魚落車草派隊吹錯告五黃林吳張陳劉李王蔡",
  ),
} as const;
export type Characters = keyof typeof characters;
