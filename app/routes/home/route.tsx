export default function Home() {
  return <main>Cue</main>;
}
