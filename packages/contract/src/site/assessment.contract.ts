import { z } from 'zod'
import { byId, crud, endpoint, fileReply, id, instant, listQuery, questionFields, removedQuestion } from '../kit/endpoint.ts'
import { atMost, countryIn, emailAddress, nameText, phoneNumber, text, visitorFields } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { language } from '../kit/language.ts'
import { say } from '../kit/say.ts'
import { consent } from '../platform/legalText.contract.ts'
import { historyOf } from '../platform/policies.ts'
import {
  assessmentCategories,
  assessmentCategoryKey,
  assessmentCategoryList,
  assessmentCategoryNames,
} from './assessment.constants.ts'
import { assessmentPolicy, assessmentQuestionPolicy } from './policies.ts'

/** The maximum number of questions in a category: the answers to all of them fit into one form. */
export const AUDIT_QUESTIONS = 50

/** The name of a category, or the key that the database stores, parsed to the key. */
const category = z
  .enum([...assessmentCategoryList, ...assessmentCategories], 'Choose a category')
  .transform((name) => assessmentCategoryKey(name)!)
/** A stored key, returned as the name. */
const categoryOut = z
  .enum(assessmentCategories)
  .transform((key) => assessmentCategoryNames[key])
  .pipe(z.enum(assessmentCategoryList))
const words = { question: text('Question', 2000) }
const { Translations, input, record } = questionFields(words)
export type AuditTranslations = z.output<typeof Translations>

/** `question` is a statement that is rated by agreement, 0 to 5; its group is its category. */
export const AssessmentQuestionInput = z.object({ category, ...words, ...input })

export const AssessmentQuestion = z.object({ ...record, category: categoryOut, question: z.string() })
export type AssessmentQuestion = z.output<typeof AssessmentQuestion>

const questions = crud('/api/auditQuestion/question', {
  name: 'assessment question',
  record: AssessmentQuestion,
  input: AssessmentQuestionInput,
  policy: assessmentQuestionPolicy,
  sorts: ['dateCreated', 'position'],
  filters: { category: category.optional(), retired: z.enum(['true', 'false'], 'true or false').optional() },
})

const AskedQuestion = z.object({ uniqueId: id, category: categoryOut, question: z.string() })
export type AskedQuestion = z.output<typeof AskedQuestion>

const averages = z.array(z.object({ category: categoryOut, average: z.number() }))

const answered = {
  dateCreated: instant,
  averages,
  /** The questions with their scores, in the order in which they were asked. */
  answers: z.array(z.object({ questionId: id, category: categoryOut, question: z.string(), score: z.number() })),
  /** The previous answers from the same address. Null where there are none; never returned for a link without a verified address. */
  before: z.object({ dateCreated: instant, averages }).nullable(),
}

/** Scores only: nothing about the person who answered. */
export const AssessmentResult = z.object({
  ...answered,
  /**
   * The mean of the newest 1,000 others until yesterday, each address once, rounded to 0.1: of all, and of the same country. A category is included
   * from 20 others on; null where no category is.
   */
  comparison: z.object({ all: averages.nullable(), country: averages.nullable() }),
})
export type AssessmentResult = z.output<typeof AssessmentResult>

export const Assessment = z.object({ ...answered, uniqueId: id, leadId: id })
export type Assessment = z.output<typeof Assessment>

const assessmentScore = z.number('This is not a number').int('0 to 5').min(0, '0 to 5').max(5, '0 to 5')
const answers = atMost(
  z
    .array(z.strictObject({ questionId: id, score: assessmentScore }), 'Please answer all questions.')
    .min(1, 'Please answer all questions.'),
  AUDIT_QUESTIONS * assessmentCategories.length,
  say('Too many answers'),
)

const byToken = z.strictObject({ token: z.string().max(200), lang: language.optional() })

export const assessmentApi = {
  listQuestions: questions.list,
  getQuestion: questions.get,
  createQuestion: questions.create,
  updateQuestion: questions.update,
  removeQuestion: endpoint({
    ...questions.remove,
    summary: 'Moves an assessment question to the trash for 30 days. A question that has answers is retired instead.',
    reply: byId.extend({ retired: z.boolean() }),
    message: removedQuestion,
  }),
  ...history('/api/auditQuestion/question', 'assessment question', historyOf(assessmentQuestionPolicy)),
  tenant: endpoint({
    method: 'GET',
    path: '/api/auditQuestion/tenant',
    access: 'anyone',
    tenantSwitch: 'SHOW_ASSESSMENT',
    summary: 'Lists the questions of the self-assessment, by category and in their order.',
    input: z.strictObject({ lang: language.optional() }),
    reply: z.array(AskedQuestion),
    replyType: 'list',
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/auditQuestion/',
    access: 'anyone',
    tenantSwitch: 'SHOW_ASSESSMENT',
    summary:
      'Submits the answers to the self-assessment: every current question, exactly once. Creates a lead and mails the link to ' +
      'the result. The returned `token` gives access to the result immediately, for one day. Signed-in users omit the contact ' +
      'data: name and email address are taken from the account.',
    input: z.strictObject({
      email: emailAddress('Email').optional(),
      title: text('Title').optional(),
      firstName: nameText('First name').optional(),
      lastName: nameText('Last name').optional(),
      country: countryIn.optional(),
      contactNumber: phoneNumber('Contact number'),
      answers,
      consent,
      ...visitorFields,
    }),
    reply: z.object({ token: z.string() }),
    returnsSecret: true,
    bodyLimit: 32 * 1024,
    message: 'Thank you! Your responses have been recorded successfully. We will share the findings with you over the email.',
  }),
  result: endpoint({
    method: 'GET',
    path: '/api/auditQuestion/result/:token',
    access: 'anyone',
    summary:
      'Returns the result of a self-assessment, by the token of the mailed link or by the token that the submission returned. ' +
      'Changes nothing.',
    input: byToken,
    reply: AssessmentResult,
  }),
  resultPdf: endpoint({
    method: 'GET',
    path: '/api/auditQuestion/result/:token/pdf',
    access: 'anyone',
    summary: 'Returns the same result as a PDF of two pages, in one of the five languages.',
    input: byToken,
    reply: fileReply,
    replyType: 'file',
  }),
  answers: endpoint({
    method: 'GET',
    path: '/api/auditQuestion/answers',
    access: assessmentPolicy.see,
    summary:
      'Lists the answers to the self-assessment, newest first: of one lead if `leadId` is given, or of the leads that became a ' +
      'company if `companyId` is given.',
    input: listQuery(['dateCreated'], { leadId: id.optional(), companyId: id.optional(), lang: language.optional() }),
    reply: z.array(Assessment),
    replyType: 'list',
  }),
  removeAnswers: endpoint({
    method: 'DELETE',
    path: '/api/auditQuestion/answers/:uniqueId',
    access: assessmentPolicy.remove,
    summary: 'Moves the answers of a self-assessment to the trash for 30 days. Their lead is kept.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/auditQuestion/:uniqueId',
    access: assessmentQuestionPolicy.see,
    summary: 'Returns one question of the self-assessment.',
    input: byId,
    reply: AssessmentQuestion,
  }),
}
