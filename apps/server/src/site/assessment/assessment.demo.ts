import { assessmentCategories, type AssessmentCategory } from '@tradewind/contract/site/assessment.constants'
import { randomUUID } from 'node:crypto'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { dayFromToday, parseTable, pseudoRandom, timeAtWork } from '#kit/record/demo'
import type { Links } from '#platform/identity/links.queries'
import { assessmentEntity, assessments } from '#site/schema/assessment.table'
import { leadEntity, leads } from '#site/schema/lead.table'
import { averagesOf, createMailedLink, type CurrentQuestions, currentQuestions, noteAnswered } from './assessment.queries.ts'

/** By tenant: name | title | address | country | number | days ago | the level of each category, in their order */
const assessmentRows: Readonly<Record<string, string>> = {
  main: `
Hannelore Grabowski | Managing director | h.grabowski@grabowski-dichtungen.example | DE | +49 2331 5550 114 | 352 | 4 3 4 3 2 3
Étienne Vasseur | Export manager | etienne.vasseur@biscuiterie-vasseur.example | FR | +33 2 9955 5017 | 318 | 5 4 4 4 4 3
Giulia Tessari | Owner | giulia@tessari-ceramiche.example | IT | +39 0424 555 0182 | 281 | 3 1 3 2 1 1
Stefan Novák | Head of sales | starter@tradewind.test | CZ | +420 555 010 233 | 254 | 4 2 3 2 2 4
Marek Wiśniewski | Commercial director | m.wisniewski@wisla-meble.example | PL | +48 12 555 0140 | 226 | 4 4 4 3 3 4
Carmen Iriarte | Managing director | c.iriarte@conservas-iriarte.example | ES | +34 948 555 061 | 197 | 2 2 4 1 1 2
Anders Lindholm | Chief executive | anders.lindholm@lindholm-pumpar.example | SE | +46 31 555 01 92 | 163 | 5 5 5 4 5 4
Beatriz Sousa | Partner | basic@tradewind.test | PT | +351 22 555 0173 | 131 | 3 3 4 4 2 2
Siobhán Keane | Founder | siobhan@keane-skincare.example | IE | +353 91 555 018 | 96 | 4 2 1 4 2 1
Dimitris Kalogeropoulos | General manager | d.kalogeropoulos@aigaio-foods.example | GR | +30 2810 555 017 | 62 | 2 1 2 1 0 1
Annelies de Groot | Business development manager | annelies@degroot-kassen.example | NL | +31 174 555 014 | 27 | 4 4 5 4 4 5
Katalin Szabó | Deputy director | szabo.katalin@szabo-szerszam.example | HU | +36 96 555 011 | 6 | 3 3 4 2 3 3`,
  nordhaven: `
Ingrid Aasen | Daily manager | ingrid@aasen-klippfisk.example | NO | +47 70 55 50 18 | 204 | 3 2 4 2 2 3
Juhani Koskela | Sales director | juhani.koskela@koskela-saunat.example | FI | +358 20 555 0163 | 88 | 4 4 3 4 3 3
Margrét Jónsdóttir | Owner | margret@jonsdottir-ull.example | IS | +354 555 0127 | 19 | 2 1 3 3 1 1`,
}

/** Most answers are at the level of the category, some one step off. */
const scoreOf = (level: number, ...words: readonly unknown[]) =>
  Math.min(5, Math.max(0, level + [0, 0, 1, 0, -1, 0, 0][pseudoRandom(7, ...words)]!))

const scoresOf = (questions: CurrentQuestions, email: string, levels: string) => {
  const level = Object.fromEntries(levels.split(' ').map((one, at) => [assessmentCategories[at], Number(one)]))
  return questions.map(({ uniqueId, category }, at) => ({
    questionId: uniqueId,
    category,
    score: scoreOf((level as Record<AssessmentCategory, number>)[category], email, at),
  }))
}

const buildAssessment = (
  questions: CurrentQuestions,
  [name = '', title = '', email = '', country = '', number = '', days = '', levels = '']: string[],
) => {
  const [firstName = '', ...others] = name.split(' ')
  const at = timeAtWork(dayFromToday(-Number(days)), email)
  const stamps = { dateCreated: at, updatedAt: at }
  const fields = { source: 'ASSESSMENT' as const, name, firstName, lastName: others.join(' '), title, email, country }
  const lead = { ...fields, contactNumber: number }
  const scored = scoresOf(questions, email, levels)
  const answers = scored.map(({ questionId, score }) => ({ questionId, score }))
  const leadId = randomUUID()
  const answered = { leadId, name, answers, averages: averagesOf(scored) }
  return {
    lead: { ...lead, ...leadEntity.computedColumns(lead), ...stamps, uniqueId: leadId },
    assessment: { ...answered, ...assessmentEntity.computedColumns(answered), ...stamps, uniqueId: randomUUID() },
  }
}

/** Adds a year of self-assessments of visitors and members, in the staff's partition, with the links to their results. */
export const addAssessments = async (tx: Tx, links: Links, tenantId: string, tenant: string) => {
  const questions = await currentQuestions(tx)
  const all = parseTable(assessmentRows[tenant]).map((cells) => buildAssessment(questions, cells))
  await insertMany(
    tx,
    leads,
    all.map(({ lead }) => lead),
  )
  await insertMany(
    tx,
    assessments,
    all.map(({ assessment }) => assessment),
  )
  for (const { assessment } of all) await createMailedLink(links, tx, tenantId, assessment.uniqueId)
  await noteAnswered(
    tx,
    questions.map(({ uniqueId }) => uniqueId),
  )
}
