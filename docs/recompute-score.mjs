// Recomputes a trust score and its chain of hashes: node docs/recompute-score.mjs https://example.com/company/{id}/score.json
import { createHash } from 'node:crypto'

const said = await (await fetch(process.argv[2])).json()
const ids = said.questions.map(({ questionId }) => questionId)
const faults = []
const same = (what, told, found) => {
  if (told !== found && !(Math.abs(told - found) < 1e-9)) faults.push(`${what}: told ${told}, found ${found}`)
}
const mean = (numbers) => (numbers.length > 0 ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : null)
const starsOf = ({ halfSteps }) => mean(halfSteps.filter((one) => one !== null)) / 2

let last = ''
for (const { day, halfSteps, hash } of said.answers) {
  const given = ids.map((id, at) => [id, halfSteps[at]]).filter(([, steps]) => steps !== null)
  const text = given
    .map(([id, steps]) => `${id}:${steps}`)
    .toSorted()
    .join(',')
  last = createHash('sha256').update(`${last}\n${day} ${text}`).digest('hex')
  same(`hash of ${day}`, hash, last)
}
same('head of the chain', said.chain.head, last || null)

const { from, to } = said.last12Months
const counted = said.answers.filter(({ counts }) => counts)
const lately = counted.filter(({ day }) => day >= from && day <= to)
same('score', said.score, mean(counted.map(starsOf)) ?? 0)
same('answers that count', said.counts.counted, counted.length)
for (const [name, answers] of [
  ['allTime', counted],
  ['last12Months', lately],
]) {
  same(`${name}: score`, said[name].score, mean(answers.map(starsOf)))
  same(`${name}: answers`, said[name].answers, answers.length)
  said[name].questions.forEach((one, at) =>
    same(
      `${name}: ${one.questionId}`,
      one.mean,
      mean(answers.flatMap(({ halfSteps }) => (halfSteps[at] === null ? [] : [halfSteps[at] / 2]))),
    ),
  )
}
console.log(faults.length > 0 ? faults.join('\n') : `${said.score} of 5 from ${counted.length} answers: score and chain agree`)
process.exitCode = faults.length > 0 ? 1 : 0
