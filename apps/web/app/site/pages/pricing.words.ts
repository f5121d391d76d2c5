import { phrase } from '#kit/text'

/** What people ask before they choose a plan, and what holds. */
export const answers = [
  [
    phrase('For how long do I subscribe?'),
    phrase(
      'Prices are for a month. When the subscription begins, and for how many months, we agree with you before there is an invoice.',
    ),
  ],
  [
    phrase('Is value added tax included?'),
    phrase('No. Prices are net. Value added tax is added where it is due, and the invoice shows it apart.'),
  ],
  [phrase('Do I need a credit card?'), phrase('No. You send a request, we answer it, and you pay by invoice.')],
  [
    phrase('What happens to questions and web calls that I do not use?'),
    phrase('They count by calendar month. What is left at its end lapses, and the next month starts anew.'),
  ],
  [
    phrase('How many people can use a plan?'),
    phrase('A plan is for one person who signs in. Colleagues without a plan open a free account for what you share with them.'),
  ],
  [
    phrase('Can I change to another plan later?'),
    phrase('Yes, at any time. Ask for the plan that you want. Your companies, contacts and files stay as they are.'),
  ],
] as const
