/** The names of columns in lists of DJ software, in the languages in which it writes them. */

const names = {
  artist:
    "artist|artists|artist name|track artist|performer|interpret|interpreten|künstler|artiste|artista|artistas|artiest|исполнитель|артист|アーティスト|아티스트|艺术家|艺人|演出者|藝人|sanatçı|kunstner|artysta|wykonawca|interpret skladby|umělec|käyttäjä|esittäjä|καλλιτέχνης",
  title:
    "track title|title|name|track|track name|song|song name|song title|titel|track-titel|tracktitel|titre|titre du morceau|titre de la piste|nom|título|título de la pista|título da faixa|título de faixa|nombre|nome|titolo|titolo traccia|titolo del brano|titolo brano|titel van track|tracknaam|название трека|название|композиция|トラックタイトル|曲名|タイトル|트랙 제목|트랙 타이틀|제목|音轨标题|曲目标题|标题|歌曲标题|曲目標題|標題|parça başlığı|parça adı|spornavn|tytuł|tytuł utworu|název skladby|název|kappaleen nimi|τίτλος κομματιού",
  album: "album|album title|álbum|альбом|アルバム|앨범|专辑|專輯|albüm",
  label:
    "label|record label|publisher|maison de disques|sello|sello discográfico|gravadora|selo|etichetta|platenlabel|лейбл|レーベル|레이블|唱片公司|厂牌|唱片公司 (label)|plak şirketi|wytwórnia|vydavatelství",
  composer:
    "composer|komponist|compositeur|compositor|compositore|componist|композитор|作曲者|작곡가|作曲家|作曲|besteci|kompozytor|skladatel|songwriter|writer",
  isrc: "isrc",
  remix: "remix|version|mix|mix name",
  duration:
    "time|duration|length|total time|song length|zeit|dauer|länge|durée|temps|duración|tiempo|duração|tempo|durata|tijd|duur|время|длительность|時間|시간|时间|süre|czas|czas trwania|délka|čas|kesto",
  startedAt:
    "start time|start|started|started at|played at|date played|time played|played on|play time|date/time|date time|datetime|timestamp|time stamp|startzeit|gespielt am|gestartet|heure de début|hora de inicio|início|ora di inizio|starttijd|開始時間|開始時刻|시작 시간|开始时间|開始時間 (start)",
  endedAt: "end time|end|ended at|endzeit|heure de fin|hora de fin|ora di fine|eindtijd",
  date: "date|datum|fecha|data|дата|日付|日期",
  played: "playtime|play duration|played for|played time|gespielt",
  offset:
    "offset|position|cue|elapsed|set time|elapsed time|timecode|time code|start offset|cue point|startzeitpunkt",
} as const;
export type Column = keyof typeof names;

const columns = new Map<string, Column>();
for (const column of Object.keys(names) as Column[])
  for (const name of names[column].split("|")) columns.set(name, column);

/** Returns the position of each column; the first of two with one meaning. */
export function findColumns(header: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>();
  header.slice(0, 200).forEach((cell, index) => {
    const column = columns.get(cell.slice(0, 60).trim().normalize("NFC").toLowerCase());
    if (column !== undefined && !found.has(column)) found.set(column, index);
  });
  return found;
}
