import { identityApi, signUpApi } from '@tradewind/contract/platform/identity.contract'
import type { TestApp } from '../app.ts'

const PASSWORD = 'correct horse battery staple'

interface Account {
  id: string
  role: string
  [column: string]: unknown
}

let addressCount = 0
/** The form of a visitor, with an unused address. */
export const signUpInput = () => ({
  firstName: 'Sam',
  lastName: 'Ple',
  emailAddress: `Sam${++addressCount}@sample.example`,
  userCompanyName: 'Sample Ltd',
})

let networkCount = 0
/** Signs up, each time from another network, and runs what follows the response. */
export const signUpCalls = (app: TestApp) => {
  const runJobs = async (name: string) => {
    for (const { data } of await app.asOwner<{ data: object }>(`select data from pgboss.job where name = $1`, [name]))
      await app.work(name, data)
    await app.asOwner(`delete from pgboss.job where name = $1`, [name])
  }
  const lettersTo = async (address: string) => {
    await runJobs('identity.welcome')
    return (await app.appContext.mail.mailbox!()).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  }
  const choose = (token: string) =>
    app.as(undefined).call(identityApi.resetPassword, { token, password: PASSWORD, confirmPassword: PASSWORD })
  return {
    work: runJobs,
    lettersTo,
    choose,
    signUp: (input: object, headers: Record<string, string> = {}) =>
      app
        .as(undefined)
        .send(signUpApi.create, input, { 'x-forwarded-for': `10.6.${networkCount++ >> 8}.${networkCount & 255}`, ...headers }),
    rowsOf: (address: string) =>
      app.asOwner<Account>('select * from user_account where lower(email_address) = lower($1) order by id', [address]),
    /** The token of the link in the letter that asks to confirm the address. */
    linkTo: async (address: string) => {
      const letter = (await lettersTo(address)).find(({ subject }) => subject.startsWith('Confirm'))
      return /resetPassword\/(\S+)/.exec(letter!.text)![1]!
    },
    signIn: (username: string) => app.as(undefined).send(identityApi.login, { username, password: PASSWORD }),
    forget: async () => {
      await app.asOwner('delete from attempt')
      await app.asOwner(`delete from pgboss.job where name in ('identity.welcome', 'drive.shared')`)
      await app.appContext.mail.forget!(app.main.uniqueId)
    },
  }
}
