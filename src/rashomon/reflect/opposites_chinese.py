"""Opposites in Chinese: what says that something is so, and what says that it is not."""

from __future__ import annotations

import re
from typing import Final

from rashomon.reflect.saying import Opposites

OPPOSITES: Final = (
    Opposites(
        "life",
        re.compile("活着|健在|在世|活了下来|生还|捡回一条命|命还在"),
        re.compile(
            "死|驾崩|去世|过世|病逝|身亡|遇害|被杀|断了?气|咽了?气|下葬|出殡|埋在|埋了|"
            "葬|毙命|丧命|淹死|遗体|尸体|丧事|灵柩|牺牲|归西|没命"
        ),
    ),
    Opposites(
        "open",
        re.compile(
            "营业|开张|照常开|打开|推开|撞开|拉开|敞开|开着|大开|开了?门|(?<![离分])开了$|"
            "半开|虚掩|洞开|撬开"
        ),
        re.compile(
            "打烊|歇业|停业|倒闭|关着|关上|关了|紧闭|关门|闭着|合上|锁着|上了?锁|锁上|"
            "封住|封了|封死|堵住|堵死|关闭|闩"
        ),
    ),
    Opposites(
        "locked",
        re.compile("锁着|上了?锁|锁上|锁住|锁好|锁了|闩"),
        re.compile("打开|推开|拉开|敞开|开着|没锁|撬开|大开|开了锁|虚掩|半开|洞开"),
    ),
    Opposites(
        "through",
        re.compile("通了|通畅|畅通|能走|走得通|可以走|修通|开放|能过"),
        re.compile("断了|封了|堵|走不通|过不去|没通|不通|封路|封住|塌"),
    ),
    Opposites(
        "lit",
        re.compile("亮着|点亮|点着|点上|点燃|亮了|燃着|烧得正旺|通明|烧着"),
        re.compile("灭|熄|漆黑|黑着|一片黑暗|吹熄|黑灯瞎火|不亮"),
    ),
    Opposites(
        "filled",
        re.compile("满|装着|盛着|里有|里面有|还剩|塞着|装有"),
        re.compile("空|见底|干了|干涸|枯|什么也没有|一无所有|精光|光了|喝干|倒光"),
    ),
    Opposites(
        "awake",
        re.compile("醒|睁开眼|起床|起身|爬起来"),
        re.compile("睡着|睡觉|熟睡|昏迷|昏睡|打鼾|打呼噜|做梦|在睡|睡了|不省人事"),
    ),
    Opposites(
        "well",
        re.compile("健康|痊愈|病好|伤好|康复|无恙|没事|好了起来|身体很好"),
        re.compile("病|受伤|发烧|重伤|咳血|瘸|中毒|发热|卧床"),
    ),
    Opposites(
        "fond",
        re.compile(
            "信任|相信|喜欢|爱上|爱着|爱慕|深爱|原谅|和好|和解|朋友|好友|敬重|佩服|倾心|"
            "抱住|拥抱|感激|信得过|疼爱|要好|和睦|钦佩|敬爱"
        ),
        re.compile(
            "恨|讨厌|怀疑|生气|敌人|仇人|仇家|背叛|出卖|闹翻|翻了脸|成了敌|结了仇|决裂|"
            "翻脸|信不过|信不得|憎|厌恶|绝交|反目|不和|嫌弃|看不起|瞧不起|怨|痛骂|死对头|"
            "咒骂|鄙视|猜忌"
        ),
        towards=True,
    ),
    Opposites(
        "afraid",
        re.compile("怕|恐惧|畏惧|胆怯"),
        re.compile("不怕|无畏|毫不畏惧|摸了摸|抱起|逗"),
        towards=True,
    ),
    Opposites(
        "honest",
        re.compile("老实|诚实|说实话|说真话|守信|可靠|正直"),
        re.compile("说.{0,3}谎|撒.{0,3}谎|骗|谎话|作假|做假|不老实|食言|假话|谎言|欺"),
    ),
    Opposites(
        "guilty",
        re.compile("有罪|真凶|凶手|认罪|罪犯|认了罪"),
        re.compile("无罪|清白|冤枉|无辜|被冤|没罪"),
    ),
    Opposites(
        "loyal",
        re.compile("忠心|忠诚|效忠|忠于"),
        re.compile("背叛|叛徒|内奸|奸细|投敌|叛变|出卖|倒戈|细作"),
    ),
    Opposites(
        "wed",
        re.compile(
            "夫妻|订婚|订了婚|定亲|成亲|结.{0,2}婚|亡夫|亡妻|前夫|前妻|丈夫|妻子|娶|"
            "嫁|成了家|夫妇|拜了堂"
        ),
        re.compile(
            "休了|退.{0,6}婚|悔婚|婚约作废|离婚|和离|守寡|寡妇|未婚|单身|没成亲|退婚|"
            "分手|光棍|独身"
        ),
    ),
    Opposites(
        "command",
        re.compile("掌权|当权|统领|带领|在位|当家|掌管|统治|率领"),
        re.compile("撤职|罢免|免职|下台|退位|被废|革职|让位|夺了权|推翻|贬"),
    ),
    Opposites(
        "on",
        re.compile("开着机|运行|转着|在转|转个不停"),
        re.compile("关机|停机|断电|拔掉|停了|停下|不转"),
    ),
    Opposites("hungry", re.compile("饿"), re.compile("吃饱|饱了|饱饱")),
    Opposites("pregnant", re.compile("怀孕|有喜|有了身孕"), re.compile("流产|小产")),
    Opposites("calm", re.compile("平静|风平浪静"), re.compile("风浪|波涛|翻腾|狂风")),
    Opposites("happy", re.compile("高兴|开心|快乐|喜气"), re.compile("伤心|难过|痛哭|悲|流泪|愁")),
    Opposites("sharp", re.compile("锋利|快得"), re.compile("钝")),
    Opposites("fresh", re.compile("新鲜"), re.compile("馊|发霉|臭|变质|烂")),
    Opposites("sold", re.compile("没卖|待售"), re.compile("卖掉|卖给|售出")),
    Opposites("surrender", re.compile("投降|归顺|降了"), re.compile("死守|抵抗|不降|反抗")),
    Opposites("agreed", re.compile("答应|同意|肯"), re.compile("拒绝|推辞|不肯|回绝")),
    Opposites(
        "hired",
        re.compile("干活|做工|当差|打工|当伙计|做事|任职|上工|效力|跑堂|当学徒"),
        re.compile(
            "辞退|辞去|辞掉|丢了.{0,4}差事|被炒|辞工|解雇|开除|赶走|辞职|失业|不干了|"
            "辞了|告老|退休|丢了差事"
        ),
    ),
    Opposites(
        "whole",
        re.compile("完好|能开|能用|还能|运转|修好|修复|没坏|结实|补好|重建|修缮|完整"),
        re.compile(
            "坏|抛锚|发动不了|开不动|散了架|失灵|报废|沉没|断了|断成|碎|破|裂|塌|垮|"
            "毁|烧毁|折断|散架|倒塌|冲垮|摔烂|撕"
        ),
    ),
    Opposites(
        "safe",
        re.compile("安全|稳固|结实|太平|牢靠|没有危险|无害"),
        re.compile("危险|漏水|塌|垮|断了|陷阱|埋伏|有毒|不牢|出事|摔|咬|断裂|劫匪|强盗"),
    ),
    Opposites(
        "rich",
        re.compile("有钱|富|阔|腰缠万贯|家财|财主"),
        re.compile("穷|破产|身无分文|欠.{0,4}债|负债|败光|乞讨|讨饭|要饭|一贫如洗|没钱|落魄"),
    ),
    Opposites("sober", re.compile("清醒|没醉"), re.compile("醉")),
    Opposites(
        "free",
        re.compile("自由|逃走|逃出|放了|释放|逃脱|越狱|放出来|获释|脱身|逍遥"),
        re.compile("关在|囚|抓|被捕|坐牢|捉|绑|押|大牢|入狱|囚禁|软禁|扣押|人质|落网"),
    ),
    Opposites("real", re.compile("真的|真品|真迹|真货"), re.compile("假|赝品|伪|冒牌|仿")),
    Opposites(
        "war",
        re.compile("打仗|开战|交战|战争|敌对"),
        re.compile("停战|讲和|议和|和平|休战|罢兵|结盟"),
    ),
    Opposites(
        "rain",
        re.compile("下雨|雨下|大雨|雨天"),
        re.compile("雨停|放晴|晴|出太阳|干旱|大旱"),
    ),
    Opposites("cold", re.compile("冷|冰|冻|凉"), re.compile("热|烫|暖|化冻|解冻|沸|滚")),
    Opposites("brave", re.compile("勇敢|胆大|有胆"), re.compile("胆小|懦弱|逃跑|临阵|怯")),
    Opposites(
        "kind",
        re.compile("善良|温顺|友善|友好|和善|心善|仁慈|大方|和气|温和|心软"),
        re.compile("狠|咬|凶|残忍|刻薄|吝啬|小气|毒打|打骂|恶毒|踢"),
    ),
    Opposites(
        "finished",
        re.compile("完工|建成|造好|完成|写完|修成|竣工|落成"),
        re.compile("没完成|半截|没写完|烂尾|没造好|停工"),
    ),
    Opposites(
        "blind",
        re.compile("瞎|失明|看不见"),
        re.compile("看见|看书|盯着|读信|看得见|望着"),
    ),
    Opposites("deaf", re.compile("聋|听不见"), re.compile("听见|听到|应声")),
    Opposites(
        "mute",
        re.compile("哑"),
        re.compile("开口|说话|唱|喊|叫住|骂|聊|大声|说了|答道|说道|大叫"),
    ),
    Opposites("lame", re.compile("瘸|跛|瘫|走不了|下不了床"), re.compile("跑|跳|健步如飞")),
    Opposites("clean", re.compile("干净|清洁|一尘不染"), re.compile("脏|污|泥|血迹")),
    Opposites("afloat", re.compile("浮|没沉"), re.compile("沉|触礁|搁浅|翻了")),
    Opposites(
        "allowed",
        re.compile("允许|准许|可以进|随便进|准进"),
        re.compile("禁止|不准|不许|不得|禁地"),
    ),
    Opposites(
        "armed",
        re.compile("枪(?!声)|匕首|(?<!菜)刀(?!切)|长剑|带着刀|带着剑|佩刀|佩剑|有武器"),
        re.compile("赤手空拳|没带刀|没带武器|手无寸铁|缴了械"),
    ),
    Opposites("won", re.compile("赢|胜|得胜|凯旋"), re.compile("输|败|溃")),
    Opposites("cheap", re.compile("便宜|不值钱"), re.compile("贵|值钱|价值连城|无价")),
    Opposites("strong", re.compile("强壮|力气大|有力气"), re.compile("虚弱|瘦弱|没力气|弱不禁风")),
    Opposites("moving", re.compile("照常开|起航|出航"), re.compile("停了|停航|停开|停摆|不开")),
    Opposites("quiet", re.compile("安静|寂静|没有声音|静悄悄"), re.compile("吵|喧|热闹|嘈杂")),
    Opposites("deep", re.compile("深"), re.compile("浅")),
    Opposites(
        "going",
        re.compile("继续|还在进行|没完没了|照旧"),
        re.compile("结束|停止|取消|终止|解散|散了|告终|平息|停工"),
    ),
    Opposites("debt", re.compile("欠"), re.compile("还清|还了债|还上|结清|免了")),
    Opposites(
        "lost",
        re.compile("失踪|丢失|不见了|走失|下落不明"),
        re.compile("找到|回来了|出现了|寻回|现身"),
    ),
    Opposites("bloom", re.compile("盛开|开花|绿着|茂盛"), re.compile("枯|谢了|凋|蔫")),
    Opposites("tied", re.compile("绑着|捆着|锁着链|被绑"), re.compile("松开|松绑|割断|挣脱|解开")),
    Opposites("sane", re.compile("正常|神志清醒"), re.compile("疯|发狂|神志不清|痴呆")),
    Opposites("besieged", re.compile("围城|被围|围困"), re.compile("解围|撤围|撤走")),
    Opposites("tall", re.compile("高大|很高|个子高|魁梧"), re.compile("矮|瘦小|个子不高")),
    Opposites("new", re.compile("崭新|新的|全新"), re.compile("旧|破旧|老旧")),
    Opposites("fast", re.compile("很快|飞快"), re.compile("很慢|慢吞吞|慢得")),
    Opposites("early", re.compile("准时|提前|准点"), re.compile("迟到|晚点|误点|来晚")),
    Opposites(
        "patient",
        re.compile("耐心|脾气好|温柔"),
        re.compile("不耐烦|发火|大发雷霆|暴躁|脾气坏"),
    ),
    Opposites("polite", re.compile("礼貌|客气|有礼"), re.compile("无礼|粗鲁|辱骂")),
    Opposites("hard", re.compile("难(?!过)|艰难"), re.compile("容易|简单|轻而易举")),
    Opposites("tide", re.compile("涨"), re.compile("退(?!婚|位|休)|跌|落下去")),
    Opposites("fire", re.compile("着火|起火|失火|烧着"), re.compile("扑灭|灭了|熄了")),
    Opposites("crowded", re.compile("挤满|人山人海|热闹"), re.compile("冷清|没几个人|空荡荡")),
    Opposites("lazy", re.compile("勤快|勤劳|用功|刻苦"), re.compile("懒|偷懒|游手好闲")),
    Opposites("famous", re.compile("有名|出名|大名鼎鼎"), re.compile("默默无闻|没人听说|无名")),
    Opposites(
        "secret",
        re.compile("秘密|没人知道|瞒着"),
        re.compile("人人知道|公开|尽人皆知|传开"),
    ),
    Opposites("member", re.compile("成员|加入|入了"), re.compile("除名|退出|逐出|赶出")),
    Opposites("single", re.compile("独生|独子|独女"), re.compile("哥哥|弟弟|姐姐|妹妹")),
    Opposites("ripe", re.compile("熟了|成熟"), re.compile("没熟|还青|生的")),
    Opposites("wet", re.compile("湿|潮"), re.compile("干透|晒干|干燥")),
    Opposites("full fed", re.compile("饱"), re.compile("饿|饥")),
)  # fmt: skip
