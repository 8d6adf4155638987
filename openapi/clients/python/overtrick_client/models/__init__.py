"""Contains all the data models used in inputs/outputs"""

from .address import Address
from .adjustment import Adjustment
from .adjustment_entry import AdjustmentEntry
from .berzerka_ask import BerzerkaAsk
from .berzerka_auction import BerzerkaAuction
from .berzerka_auction_call_type_0 import BerzerkaAuctionCallType0
from .berzerka_call import BerzerkaCall
from .berzerka_custom_contract import BerzerkaCustomContract
from .berzerka_hand import BerzerkaHand
from .berzerka_hand_irregularities import BerzerkaHandIrregularities
from .berzerka_history import BerzerkaHistory
from .berzerka_match import BerzerkaMatch
from .berzerka_opened import BerzerkaOpened
from .berzerka_options import BerzerkaOptions
from .berzerka_options_one_weakness_overbid import BerzerkaOptionsOneWeaknessOverbid
from .berzerka_options_tiebreak import BerzerkaOptionsTiebreak
from .berzerka_question import BerzerkaQuestion
from .berzerka_question_played import BerzerkaQuestionPlayed
from .berzerka_question_setting import BerzerkaQuestionSetting
from .berzerka_ranking import BerzerkaRanking
from .berzerka_record import BerzerkaRecord
from .berzerka_record_irregularities import BerzerkaRecordIrregularities
from .berzerka_record_word import BerzerkaRecordWord
from .berzerka_unfinished import BerzerkaUnfinished
from .berzerka_unfinished_hand import BerzerkaUnfinishedHand
from .berzerka_unfinished_hand_irregularities import (
    BerzerkaUnfinishedHandIrregularities,
)
from .berzerka_unfinished_irregularities import BerzerkaUnfinishedIrregularities
from .board import Board
from .board_row import BoardRow
from .brink_bid_dice import BrinkBidDice
from .brink_bid_direction import BrinkBidDirection
from .brink_bid_hand import BrinkBidHand
from .brink_bid_hand_irregularities import BrinkBidHandIrregularities
from .brink_bid_history import BrinkBidHistory
from .brink_bid_match import BrinkBidMatch
from .brink_bid_opened import BrinkBidOpened
from .brink_bid_options import BrinkBidOptions
from .brink_bid_question import BrinkBidQuestion
from .brink_bid_question_calls_item import BrinkBidQuestionCallsItem
from .brink_bid_question_question import BrinkBidQuestionQuestion
from .brink_bid_record import BrinkBidRecord
from .brink_bid_record_irregularities import BrinkBidRecordIrregularities
from .brink_bid_unfinished import BrinkBidUnfinished
from .brink_bid_unfinished_hand import BrinkBidUnfinishedHand
from .brink_bid_unfinished_hand_irregularities import (
    BrinkBidUnfinishedHandIrregularities,
)
from .brink_bid_unfinished_irregularities import BrinkBidUnfinishedIrregularities
from .calendar_of_published_lang import CalendarOfPublishedLang
from .change_adjust import ChangeAdjust
from .change_correct import ChangeCorrect
from .change_describe import ChangeDescribe
from .change_erase import ChangeErase
from .change_event import ChangeEvent
from .change_finish import ChangeFinish
from .change_list import ChangeList
from .change_match_detail import ChangeMatchDetail
from .change_record import ChangeRecord
from .change_redo import ChangeRedo
from .change_rename import ChangeRename
from .change_reopen import ChangeReopen
from .change_retract import ChangeRetract
from .change_set_current import ChangeSetCurrent
from .change_substitute import ChangeSubstitute
from .change_undo import ChangeUndo
from .change_void import ChangeVoid
from .changed_problem import ChangedProblem
from .check_change_detail import CheckChangeDetail
from .clause_text import ClauseText
from .comparison import Comparison
from .comparison_request import ComparisonRequest
from .contract import Contract
from .contract_sabacc_auction import ContractSabaccAuction
from .contract_sabacc_call import ContractSabaccCall
from .contract_sabacc_card import ContractSabaccCard
from .contract_sabacc_contract import ContractSabaccContract
from .contract_sabacc_hand import ContractSabaccHand
from .contract_sabacc_hand_irregularities import ContractSabaccHandIrregularities
from .contract_sabacc_history import ContractSabaccHistory
from .contract_sabacc_last_trick import ContractSabaccLastTrick
from .contract_sabacc_last_trick_unfinished import ContractSabaccLastTrickUnfinished
from .contract_sabacc_match import ContractSabaccMatch
from .contract_sabacc_opened import ContractSabaccOpened
from .contract_sabacc_options import ContractSabaccOptions
from .contract_sabacc_options_ante_each import ContractSabaccOptionsAnteEach
from .contract_sabacc_options_bidding_starts import ContractSabaccOptionsBiddingStarts
from .contract_sabacc_options_match_stack import ContractSabaccOptionsMatchStack
from .contract_sabacc_options_odd_chips import ContractSabaccOptionsOddChips
from .contract_sabacc_options_pot_at_end import ContractSabaccOptionsPotAtEnd
from .contract_sabacc_options_slam import ContractSabaccOptionsSlam
from .contract_sabacc_options_wagers import ContractSabaccOptionsWagers
from .contract_sabacc_pile_counts import ContractSabaccPileCounts
from .contract_sabacc_pile_counts_unfinished import ContractSabaccPileCountsUnfinished
from .contract_sabacc_play import ContractSabaccPlay
from .contract_sabacc_play_unfinished import ContractSabaccPlayUnfinished
from .contract_sabacc_question import ContractSabaccQuestion
from .contract_sabacc_question_setting import ContractSabaccQuestionSetting
from .contract_sabacc_record import ContractSabaccRecord
from .contract_sabacc_record_irregularities import ContractSabaccRecordIrregularities
from .contract_sabacc_stakes import ContractSabaccStakes
from .contract_sabacc_tricks import ContractSabaccTricks
from .contract_sabacc_unfinished import ContractSabaccUnfinished
from .contract_sabacc_unfinished_hand import ContractSabaccUnfinishedHand
from .contract_sabacc_unfinished_hand_irregularities import (
    ContractSabaccUnfinishedHandIrregularities,
)
from .contract_sabacc_unfinished_irregularities import (
    ContractSabaccUnfinishedIrregularities,
)
from .contractor_auction import ContractorAuction
from .contractor_call import ContractorCall
from .contractor_call_word import ContractorCallWord
from .contractor_contract import ContractorContract
from .contractor_hand import ContractorHand
from .contractor_hand_irregularities import ContractorHandIrregularities
from .contractor_history import ContractorHistory
from .contractor_match import ContractorMatch
from .contractor_opened import ContractorOpened
from .contractor_options import ContractorOptions
from .contractor_options_absolutely_sure_doubles import (
    ContractorOptionsAbsolutelySureDoubles,
)
from .contractor_options_idle_conditions import ContractorOptionsIdleConditions
from .contractor_options_strain_values import ContractorOptionsStrainValues
from .contractor_play import ContractorPlay
from .contractor_play_unfinished import ContractorPlayUnfinished
from .contractor_question import ContractorQuestion
from .contractor_question_question import ContractorQuestionQuestion
from .contractor_question_setting import ContractorQuestionSetting
from .contractor_record import ContractorRecord
from .contractor_record_irregularities import ContractorRecordIrregularities
from .contractor_strain import ContractorStrain
from .contractor_tricks import ContractorTricks
from .contractor_unfinished import ContractorUnfinished
from .contractor_unfinished_hand import ContractorUnfinishedHand
from .contractor_unfinished_hand_irregularities import (
    ContractorUnfinishedHandIrregularities,
)
from .contractor_unfinished_irregularities import ContractorUnfinishedIrregularities
from .create_match_detail import CreateMatchDetail
from .created_match import CreatedMatch
from .current_report import CurrentReport
from .delivery import Delivery
from .delivery_list import DeliveryList
from .delivery_state import DeliveryState
from .dice import Dice
from .draw import Draw
from .draw_request import DrawRequest
from .edit_insert import EditInsert
from .edit_move import EditMove
from .edit_remove import EditRemove
from .edit_replace import EditReplace
from .event_hidden import EventHidden
from .event_labeled import EventLabeled
from .event_opened import EventOpened
from .event_outcome import EventOutcome
from .event_renewed import EventRenewed
from .event_revoked import EventRevoked
from .event_shown import EventShown
from .event_type import EventType
from .export_matches_form import ExportMatchesForm
from .export_matches_status import ExportMatchesStatus
from .fault import Fault
from .feed_published_lang import FeedPublishedLang
from .game import Game
from .game_edition import GameEdition
from .game_examples_item import GameExamplesItem
from .game_form_item import GameFormItem
from .game_id import GameId
from .game_list import GameList
from .game_rules import GameRules
from .game_schemas import GameSchemas
from .game_summary import GameSummary
from .game_word import GameWord
from .get_board_lang import GetBoardLang
from .get_booklet_lang import GetBookletLang
from .get_booklet_paper import GetBookletPaper
from .get_match_detail import GetMatchDetail
from .get_pad_lang import GetPadLang
from .get_pad_paper import GetPadPaper
from .get_pad_per_page import GetPadPerPage
from .get_picture_lang import GetPictureLang
from .get_published_sheet_detail import GetPublishedSheetDetail
from .get_published_sheet_lang import GetPublishedSheetLang
from .get_schema_response_200 import GetSchemaResponse200
from .get_sheet_lang import GetSheetLang
from .get_sheet_paper import GetSheetPaper
from .hand_detail import HandDetail
from .hand_detail_commitments_item import HandDetailCommitmentsItem
from .hand_report import HandReport
from .hand_report_scores import HandReportScores
from .hand_report_totals import HandReportTotals
from .hands import Hands
from .health import Health
from .health_status import HealthStatus
from .hide_match_detail import HideMatchDetail
from .history import History
from .history_event import HistoryEvent
from .house_rule_text import HouseRuleText
from .house_rules import HouseRules
from .house_rules_absolutely_sure_doubles import HouseRulesAbsolutelySureDoubles
from .house_rules_ante_each import HouseRulesAnteEach
from .house_rules_bidding_starts import HouseRulesBiddingStarts
from .house_rules_deal import HouseRulesDeal
from .house_rules_idle_conditions import HouseRulesIdleConditions
from .house_rules_match_stack import HouseRulesMatchStack
from .house_rules_missed import HouseRulesMissed
from .house_rules_odd_chips import HouseRulesOddChips
from .house_rules_one_weakness_overbid import HouseRulesOneWeaknessOverbid
from .house_rules_pot_at_end import HouseRulesPotAtEnd
from .house_rules_rates import HouseRulesRates
from .house_rules_slam import HouseRulesSlam
from .house_rules_strain_values import HouseRulesStrainValues
from .house_rules_tiebreak import HouseRulesTiebreak
from .house_rules_wagers import HouseRulesWagers
from .hue import Hue
from .import_report import ImportReport
from .import_request import ImportRequest
from .imported_document import ImportedDocument
from .imported_match import ImportedMatch
from .irregularity_text import IrregularityText
from .join_code import JoinCode
from .join_request import JoinRequest
from .joined import Joined
from .key import Key
from .keys import Keys
from .label_request import LabelRequest
from .labels import Labels
from .line import Line
from .line_args import LineArgs
from .list_matches_order import ListMatchesOrder
from .list_matches_status import ListMatchesStatus
from .list_published_lang import ListPublishedLang
from .listed_match import ListedMatch
from .listed_status import ListedStatus
from .log_request import LogRequest
from .log_request_log import LogRequestLog
from .made_program_key import MadeProgramKey
from .make_code_role import MakeCodeRole
from .mariash_call import MariashCall
from .mariash_call_word import MariashCallWord
from .mariash_commitment import MariashCommitment
from .mariash_contract import MariashContract
from .mariash_game_type import MariashGameType
from .mariash_hand import MariashHand
from .mariash_hand_irregularities import MariashHandIrregularities
from .mariash_history import MariashHistory
from .mariash_last_trick import MariashLastTrick
from .mariash_last_trick_unfinished import MariashLastTrickUnfinished
from .mariash_marriages import MariashMarriages
from .mariash_marriages_unfinished import MariashMarriagesUnfinished
from .mariash_match import MariashMatch
from .mariash_on import MariashOn
from .mariash_open_hand import MariashOpenHand
from .mariash_opened import MariashOpened
from .mariash_options import MariashOptions
from .mariash_options_rates import MariashOptionsRates
from .mariash_play import MariashPlay
from .mariash_play_unfinished import MariashPlayUnfinished
from .mariash_points import MariashPoints
from .mariash_points_unfinished import MariashPointsUnfinished
from .mariash_question import MariashQuestion
from .mariash_question_question import MariashQuestionQuestion
from .mariash_question_setting import MariashQuestionSetting
from .mariash_record import MariashRecord
from .mariash_record_irregularities import MariashRecordIrregularities
from .mariash_unfinished import MariashUnfinished
from .mariash_unfinished_hand import MariashUnfinishedHand
from .mariash_unfinished_hand_irregularities import MariashUnfinishedHandIrregularities
from .mariash_unfinished_irregularities import MariashUnfinishedIrregularities
from .match_change import MatchChange
from .match_detail import MatchDetail
from .match_detail_contracts_item import MatchDetailContractsItem
from .match_detail_contracts_item_cells import MatchDetailContractsItemCells
from .match_detail_contracts_item_cells_additional_property import (
    MatchDetailContractsItemCellsAdditionalProperty,
)
from .match_list import MatchList
from .match_standings import MatchStandings
from .match_state import MatchState
from .metadata import Metadata
from .metadata_part_type_0 import MetadataPartType0
from .name_entry import NameEntry
from .next_ import Next
from .next_hand import NextHand
from .notice import Notice
from .o_embed import OEmbed
from .o_embed_format import OEmbedFormat
from .o_embed_lang import OEmbedLang
from .oh_hell_auction import OhHellAuction
from .oh_hell_hand import OhHellHand
from .oh_hell_hand_irregularities import OhHellHandIrregularities
from .oh_hell_history import OhHellHistory
from .oh_hell_match import OhHellMatch
from .oh_hell_opened import OhHellOpened
from .oh_hell_options import OhHellOptions
from .oh_hell_options_deal import OhHellOptionsDeal
from .oh_hell_options_missed import OhHellOptionsMissed
from .oh_hell_question import OhHellQuestion
from .oh_hell_question_question import OhHellQuestionQuestion
from .oh_hell_record import OhHellRecord
from .oh_hell_record_irregularities import OhHellRecordIrregularities
from .oh_hell_tricks import OhHellTricks
from .oh_hell_unfinished import OhHellUnfinished
from .oh_hell_unfinished_hand import OhHellUnfinishedHand
from .oh_hell_unfinished_hand_irregularities import OhHellUnfinishedHandIrregularities
from .oh_hell_unfinished_irregularities import OhHellUnfinishedIrregularities
from .open_again_detail import OpenAgainDetail
from .outlook import Outlook
from .pad_request import PadRequest
from .pad_request_lang import PadRequestLang
from .pad_request_paper import PadRequestPaper
from .pad_request_per_page import PadRequestPerPage
from .parts import Parts
from .person import Person
from .play import Play
from .play_unfinished import PlayUnfinished
from .played_card import PlayedCard
from .player_range import PlayerRange
from .print_sheet_lang import PrintSheetLang
from .print_sheet_paper import PrintSheetPaper
from .problem import Problem
from .program_key import ProgramKey
from .program_key_request import ProgramKeyRequest
from .program_key_request_scope import ProgramKeyRequestScope
from .program_keys import ProgramKeys
from .proven_by import ProvenBy
from .public_sheet import PublicSheet
from .publish_match_detail import PublishMatchDetail
from .publish_request import PublishRequest
from .publish_request_show import PublishRequestShow
from .published_entry import PublishedEntry
from .published_list import PublishedList
from .qr_request import QrRequest
from .question_form import QuestionForm
from .question_form_examples_item import QuestionFormExamplesItem
from .question_form_form_item import QuestionFormFormItem
from .question_kind import QuestionKind
from .question_word import QuestionWord
from .reached import Reached
from .rematch_detail import RematchDetail
from .rematch_event import RematchEvent
from .remedy_text import RemedyText
from .renew_key_role import RenewKeyRole
from .report import Report
from .revoke_code_role import RevokeCodeRole
from .revoke_key_role import RevokeKeyRole
from .role import Role
from .roll import Roll
from .roll_request import RollRequest
from .ruling import Ruling
from .ruling_args import RulingArgs
from .ruling_outcome import RulingOutcome
from .ruling_outcome_commitments_item import RulingOutcomeCommitmentsItem
from .ruling_outcome_last_trick import RulingOutcomeLastTrick
from .ruling_outcome_passes import RulingOutcomePasses
from .ruling_outcome_passes_additional_property import (
    RulingOutcomePassesAdditionalProperty,
)
from .ruling_outcome_ranges import RulingOutcomeRanges
from .ruling_outcome_ranges_additional_property import (
    RulingOutcomeRangesAdditionalProperty,
)
from .ruling_outcome_values import RulingOutcomeValues
from .rulings_report import RulingsReport
from .scope import Scope
from .score_detail import ScoreDetail
from .seat_view import SeatView
from .session import Session
from .session_request import SessionRequest
from .setting import Setting
from .settled_clause import SettledClause
from .showing import Showing
from .side import Side
from .standing import Standing
from .status import Status
from .still_open import StillOpen
from .still_open_bids_left import StillOpenBidsLeft
from .still_open_bids_left_additional_property import (
    StillOpenBidsLeftAdditionalProperty,
)
from .still_open_contracts import StillOpenContracts
from .still_open_values import StillOpenValues
from .suit import Suit
from .sum_ import Sum
from .take_log_detail import TakeLogDetail
from .tricks import Tricks
from .tricks_part import TricksPart
from .trump import Trump
from .type_ import Type
from .version import Version
from .watch_board_lang import WatchBoardLang
from .webhook import Webhook
from .webhook_list import WebhookList
from .webhook_request import WebhookRequest
from .webhook_state import WebhookState
from .webhook_test import WebhookTest
from .webhook_update import WebhookUpdate

__all__ = (
    "Address",
    "Adjustment",
    "AdjustmentEntry",
    "BerzerkaAsk",
    "BerzerkaAuction",
    "BerzerkaAuctionCallType0",
    "BerzerkaCall",
    "BerzerkaCustomContract",
    "BerzerkaHand",
    "BerzerkaHandIrregularities",
    "BerzerkaHistory",
    "BerzerkaMatch",
    "BerzerkaOpened",
    "BerzerkaOptions",
    "BerzerkaOptionsOneWeaknessOverbid",
    "BerzerkaOptionsTiebreak",
    "BerzerkaQuestion",
    "BerzerkaQuestionPlayed",
    "BerzerkaQuestionSetting",
    "BerzerkaRanking",
    "BerzerkaRecord",
    "BerzerkaRecordIrregularities",
    "BerzerkaRecordWord",
    "BerzerkaUnfinished",
    "BerzerkaUnfinishedHand",
    "BerzerkaUnfinishedHandIrregularities",
    "BerzerkaUnfinishedIrregularities",
    "Board",
    "BoardRow",
    "BrinkBidDice",
    "BrinkBidDirection",
    "BrinkBidHand",
    "BrinkBidHandIrregularities",
    "BrinkBidHistory",
    "BrinkBidMatch",
    "BrinkBidOpened",
    "BrinkBidOptions",
    "BrinkBidQuestion",
    "BrinkBidQuestionCallsItem",
    "BrinkBidQuestionQuestion",
    "BrinkBidRecord",
    "BrinkBidRecordIrregularities",
    "BrinkBidUnfinished",
    "BrinkBidUnfinishedHand",
    "BrinkBidUnfinishedHandIrregularities",
    "BrinkBidUnfinishedIrregularities",
    "CalendarOfPublishedLang",
    "ChangeAdjust",
    "ChangeCorrect",
    "ChangeDescribe",
    "ChangeErase",
    "ChangeEvent",
    "ChangeFinish",
    "ChangeList",
    "ChangeMatchDetail",
    "ChangeRecord",
    "ChangeRedo",
    "ChangeRename",
    "ChangeReopen",
    "ChangeRetract",
    "ChangeSetCurrent",
    "ChangeSubstitute",
    "ChangeUndo",
    "ChangeVoid",
    "ChangedProblem",
    "CheckChangeDetail",
    "ClauseText",
    "Comparison",
    "ComparisonRequest",
    "Contract",
    "ContractSabaccAuction",
    "ContractSabaccCall",
    "ContractSabaccCard",
    "ContractSabaccContract",
    "ContractSabaccHand",
    "ContractSabaccHandIrregularities",
    "ContractSabaccHistory",
    "ContractSabaccLastTrick",
    "ContractSabaccLastTrickUnfinished",
    "ContractSabaccMatch",
    "ContractSabaccOpened",
    "ContractSabaccOptions",
    "ContractSabaccOptionsAnteEach",
    "ContractSabaccOptionsBiddingStarts",
    "ContractSabaccOptionsMatchStack",
    "ContractSabaccOptionsOddChips",
    "ContractSabaccOptionsPotAtEnd",
    "ContractSabaccOptionsSlam",
    "ContractSabaccOptionsWagers",
    "ContractSabaccPileCounts",
    "ContractSabaccPileCountsUnfinished",
    "ContractSabaccPlay",
    "ContractSabaccPlayUnfinished",
    "ContractSabaccQuestion",
    "ContractSabaccQuestionSetting",
    "ContractSabaccRecord",
    "ContractSabaccRecordIrregularities",
    "ContractSabaccStakes",
    "ContractSabaccTricks",
    "ContractSabaccUnfinished",
    "ContractSabaccUnfinishedHand",
    "ContractSabaccUnfinishedHandIrregularities",
    "ContractSabaccUnfinishedIrregularities",
    "ContractorAuction",
    "ContractorCall",
    "ContractorCallWord",
    "ContractorContract",
    "ContractorHand",
    "ContractorHandIrregularities",
    "ContractorHistory",
    "ContractorMatch",
    "ContractorOpened",
    "ContractorOptions",
    "ContractorOptionsAbsolutelySureDoubles",
    "ContractorOptionsIdleConditions",
    "ContractorOptionsStrainValues",
    "ContractorPlay",
    "ContractorPlayUnfinished",
    "ContractorQuestion",
    "ContractorQuestionQuestion",
    "ContractorQuestionSetting",
    "ContractorRecord",
    "ContractorRecordIrregularities",
    "ContractorStrain",
    "ContractorTricks",
    "ContractorUnfinished",
    "ContractorUnfinishedHand",
    "ContractorUnfinishedHandIrregularities",
    "ContractorUnfinishedIrregularities",
    "CreateMatchDetail",
    "CreatedMatch",
    "CurrentReport",
    "Delivery",
    "DeliveryList",
    "DeliveryState",
    "Dice",
    "Draw",
    "DrawRequest",
    "EditInsert",
    "EditMove",
    "EditRemove",
    "EditReplace",
    "EventHidden",
    "EventLabeled",
    "EventOpened",
    "EventOutcome",
    "EventRenewed",
    "EventRevoked",
    "EventShown",
    "EventType",
    "ExportMatchesForm",
    "ExportMatchesStatus",
    "Fault",
    "FeedPublishedLang",
    "Game",
    "GameEdition",
    "GameExamplesItem",
    "GameFormItem",
    "GameId",
    "GameList",
    "GameRules",
    "GameSchemas",
    "GameSummary",
    "GameWord",
    "GetBoardLang",
    "GetBookletLang",
    "GetBookletPaper",
    "GetMatchDetail",
    "GetPadLang",
    "GetPadPaper",
    "GetPadPerPage",
    "GetPictureLang",
    "GetPublishedSheetDetail",
    "GetPublishedSheetLang",
    "GetSchemaResponse200",
    "GetSheetLang",
    "GetSheetPaper",
    "HandDetail",
    "HandDetailCommitmentsItem",
    "HandReport",
    "HandReportScores",
    "HandReportTotals",
    "Hands",
    "Health",
    "HealthStatus",
    "HideMatchDetail",
    "History",
    "HistoryEvent",
    "HouseRuleText",
    "HouseRules",
    "HouseRulesAbsolutelySureDoubles",
    "HouseRulesAnteEach",
    "HouseRulesBiddingStarts",
    "HouseRulesDeal",
    "HouseRulesIdleConditions",
    "HouseRulesMatchStack",
    "HouseRulesMissed",
    "HouseRulesOddChips",
    "HouseRulesOneWeaknessOverbid",
    "HouseRulesPotAtEnd",
    "HouseRulesRates",
    "HouseRulesSlam",
    "HouseRulesStrainValues",
    "HouseRulesTiebreak",
    "HouseRulesWagers",
    "Hue",
    "ImportReport",
    "ImportRequest",
    "ImportedDocument",
    "ImportedMatch",
    "IrregularityText",
    "JoinCode",
    "JoinRequest",
    "Joined",
    "Key",
    "Keys",
    "LabelRequest",
    "Labels",
    "Line",
    "LineArgs",
    "ListMatchesOrder",
    "ListMatchesStatus",
    "ListPublishedLang",
    "ListedMatch",
    "ListedStatus",
    "LogRequest",
    "LogRequestLog",
    "MadeProgramKey",
    "MakeCodeRole",
    "MariashCall",
    "MariashCallWord",
    "MariashCommitment",
    "MariashContract",
    "MariashGameType",
    "MariashHand",
    "MariashHandIrregularities",
    "MariashHistory",
    "MariashLastTrick",
    "MariashLastTrickUnfinished",
    "MariashMarriages",
    "MariashMarriagesUnfinished",
    "MariashMatch",
    "MariashOn",
    "MariashOpenHand",
    "MariashOpened",
    "MariashOptions",
    "MariashOptionsRates",
    "MariashPlay",
    "MariashPlayUnfinished",
    "MariashPoints",
    "MariashPointsUnfinished",
    "MariashQuestion",
    "MariashQuestionQuestion",
    "MariashQuestionSetting",
    "MariashRecord",
    "MariashRecordIrregularities",
    "MariashUnfinished",
    "MariashUnfinishedHand",
    "MariashUnfinishedHandIrregularities",
    "MariashUnfinishedIrregularities",
    "MatchChange",
    "MatchDetail",
    "MatchDetailContractsItem",
    "MatchDetailContractsItemCells",
    "MatchDetailContractsItemCellsAdditionalProperty",
    "MatchList",
    "MatchStandings",
    "MatchState",
    "Metadata",
    "MetadataPartType0",
    "NameEntry",
    "Next",
    "NextHand",
    "Notice",
    "OEmbed",
    "OEmbedFormat",
    "OEmbedLang",
    "OhHellAuction",
    "OhHellHand",
    "OhHellHandIrregularities",
    "OhHellHistory",
    "OhHellMatch",
    "OhHellOpened",
    "OhHellOptions",
    "OhHellOptionsDeal",
    "OhHellOptionsMissed",
    "OhHellQuestion",
    "OhHellQuestionQuestion",
    "OhHellRecord",
    "OhHellRecordIrregularities",
    "OhHellTricks",
    "OhHellUnfinished",
    "OhHellUnfinishedHand",
    "OhHellUnfinishedHandIrregularities",
    "OhHellUnfinishedIrregularities",
    "OpenAgainDetail",
    "Outlook",
    "PadRequest",
    "PadRequestLang",
    "PadRequestPaper",
    "PadRequestPerPage",
    "Parts",
    "Person",
    "Play",
    "PlayUnfinished",
    "PlayedCard",
    "PlayerRange",
    "PrintSheetLang",
    "PrintSheetPaper",
    "Problem",
    "ProgramKey",
    "ProgramKeyRequest",
    "ProgramKeyRequestScope",
    "ProgramKeys",
    "ProvenBy",
    "PublicSheet",
    "PublishMatchDetail",
    "PublishRequest",
    "PublishRequestShow",
    "PublishedEntry",
    "PublishedList",
    "QrRequest",
    "QuestionForm",
    "QuestionFormExamplesItem",
    "QuestionFormFormItem",
    "QuestionKind",
    "QuestionWord",
    "Reached",
    "RematchDetail",
    "RematchEvent",
    "RemedyText",
    "RenewKeyRole",
    "Report",
    "RevokeCodeRole",
    "RevokeKeyRole",
    "Role",
    "Roll",
    "RollRequest",
    "Ruling",
    "RulingArgs",
    "RulingOutcome",
    "RulingOutcomeCommitmentsItem",
    "RulingOutcomeLastTrick",
    "RulingOutcomePasses",
    "RulingOutcomePassesAdditionalProperty",
    "RulingOutcomeRanges",
    "RulingOutcomeRangesAdditionalProperty",
    "RulingOutcomeValues",
    "RulingsReport",
    "Scope",
    "ScoreDetail",
    "SeatView",
    "Session",
    "SessionRequest",
    "Setting",
    "SettledClause",
    "Showing",
    "Side",
    "Standing",
    "Status",
    "StillOpen",
    "StillOpenBidsLeft",
    "StillOpenBidsLeftAdditionalProperty",
    "StillOpenContracts",
    "StillOpenValues",
    "Suit",
    "Sum",
    "TakeLogDetail",
    "Tricks",
    "TricksPart",
    "Trump",
    "Type",
    "Version",
    "WatchBoardLang",
    "Webhook",
    "WebhookList",
    "WebhookRequest",
    "WebhookState",
    "WebhookTest",
    "WebhookUpdate",
)
